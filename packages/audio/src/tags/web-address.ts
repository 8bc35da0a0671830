const ENDINGS =
  'com|net|org|info|biz|ru|su|ua|by|kz|pl|cz|de|fr|es|it|nl|br|tr|ir|in|pk|cn|tk|cc|ws|to|me|fm|tv|io'
const HOST = String.raw`(?:[\p{L}\p{N}][\p{L}\p{N}_-]*\.)+`
/** An address with its scheme or its www is one anywhere in a text. */
const SURE = String.raw`(?:https?:\/\/|www\.)[^\s\])}>|]+`
/** Without them only where it stands apart: will.i.am and Pets.com are names. */
const LIKELY = String.raw`${HOST}(?:${ENDINGS})(?:\/[^\s\])}>|]*)?`

const WHOLE = new RegExp(String.raw`^[\s[({<"'*~_-]*(?:${SURE}|${LIKELY})[\s\])}>"'*~_!-]*$`, 'iu')
const BRACKETED = new RegExp(String.raw`\s*[[({<]\s*(?:${SURE}|${LIKELY})\s*[\])}>]`, 'giu')
const APPENDED = new RegExp(String.raw`\s+(?:[-–—|~@:]+\s*)(?:${SURE}|${LIKELY})\s*$`, 'iu')
const PREPENDED = new RegExp(String.raw`^\s*(?:${SURE}|${LIKELY})\s*[-–—|~:]+\s+`, 'iu')
const ANYWHERE = new RegExp(String.raw`\s*${SURE}`, 'giu')

/** A text without the web addresses that sites write into tags; empty when it was nothing else. */
export function removeWebAddresses(text: string): string {
  if (!text.includes('.')) return text
  if (WHOLE.test(text)) return ''
  const rest = [BRACKETED, APPENDED, PREPENDED, ANYWHERE].reduce(
    (left, pattern) => left.replace(pattern, ''),
    text,
  )
  return rest === text ? text : rest.replace(/^[\s|~_-]+|[\s|~_-]+$/g, '')
}
