/** A step into a body: a field name or a place in a list. */
export type PathSegment = string | number

/** `['renders', 0, 'contentId']` as people write it: `renders[0].contentId`. */
export function joinPath(path: readonly PropertyKey[]): string {
  let text = ''
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`
    else text += text === '' ? String(segment) : `.${String(segment)}`
  }
  return text
}
