import type { LoadedTemplate, Templates } from '@songreel/templates'
import { loadAllTemplates } from '@songreel/templates/own'
import { usageError } from '../cli-error.ts'
import { suggest } from '../suggest.ts'

/** What is taken when nobody says which. */
const DEFAULT_TEMPLATE = 'BASE_BASIC_UNIFIED'

/** The template of this name, in any spelling: `BASE_ART_TRACK`, `base-art-track`. */
export async function chooseTemplate(name: string | undefined): Promise<LoadedTemplate> {
  return findTemplate(await listTemplates(), name ?? DEFAULT_TEMPLATE)
}

/** The built-in templates, and those of the user's own that SONGREEL_TEMPLATES names. */
export function listTemplates(): Promise<Templates> {
  const places = process.env.SONGREEL_TEMPLATES?.split(',').map((place) => place.trim())
  return loadAllTemplates(places?.filter(Boolean) ?? [])
}

/** The same among templates that are loaded already. */
export function findTemplate(templates: Templates, name: string): LoadedTemplate {
  const found = templates.get(name.toUpperCase().replaceAll('-', '_'))
  if (found) return found
  throw usageError(`No template ${name}.${suggest(name, templates.keys())}   List: songreel templates`)
}
