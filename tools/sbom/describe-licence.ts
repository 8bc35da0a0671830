/** A licence as CycloneDX writes it. */
export type Licence = { expression: string } | { license: { id: string } | { name: string } }

/** A single licence goes by its id; several by an expression; what SPDX doesn't know, by its name. */
export function describeLicence(licence: string): Licence {
  if (licence.startsWith('LicenseRef-'))
    return { license: { name: licence.slice('LicenseRef-'.length).replaceAll('-', ' ') } }
  const expression = licence.replaceAll(/\s*\/\s*/g, ' OR ')
  return / (AND|OR|WITH) /.test(expression) ? { expression } : { license: { id: expression } }
}
