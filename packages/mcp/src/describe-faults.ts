import type { z } from 'zod'

const MAX_FAULTS = 20
/** What is wrong with the arguments of a tool, as an assistant can mend it. */
export function describeFaults(name: string, { issues }: z.ZodError): string {
  const faults = issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => `- ${joinPath(path)} ${endSentence(message)}`)
  const rest = issues.length - faults.length
  return [
    `VALIDATION_ERROR: ${name} was not called, because its arguments are wrong.`,
    ...faults,
    ...(rest > 0 ? [`- and ${rest} more.`] : []),
  ].join('\n')
}

function joinPath(path: PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return text.replace(/^\./, '') || 'The call'
}

function endSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}
