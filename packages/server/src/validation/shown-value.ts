const MAX_SHOWN_CHARACTERS = 60
const SECRET_NAME = /token|secret|password|authorization|(api|access)-?key|signature/i

/** What was sent, short enough for a sentence and never a secret. */
export function showValue(value: unknown, field = ''): string {
  if (value === undefined) return 'nothing'
  if (SECRET_NAME.test(field)) return '(not shown)'
  if (typeof value === 'string') return JSON.stringify(maskText(value))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** Shortens a text and removes secrets: tokens, passwords in URLs, and queries of signed URLs. */
export function maskText(text: string): string {
  const masked = text
    .replace(/\b(srl_(?:live|test)_\w{3})\w*/g, '$1…')
    .replace(/(\/\/)[^/@\s]*@/g, '$1…@')
    .replace(/\?.*$/s, '?…')
  const characters = [...masked.slice(0, MAX_SHOWN_CHARACTERS * 2)]
  return characters.length > MAX_SHOWN_CHARACTERS
    ? `${characters.slice(0, MAX_SHOWN_CHARACTERS).join('')}…`
    : masked
}
