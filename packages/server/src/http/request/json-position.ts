const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'

/** Where a text stops being JSON; undefined where it does not. Only for texts that JSON.parse has refused: it gives no place. */
export function findJsonErrorPosition(text: string): number | undefined {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let position = skip(SPACE, text, 0)
  while (position < text.length) {
    const step = read(text, position, expected, open)
    if (typeof step === 'number') return step
    expected = step.next
    position = skip(SPACE, text, step.end)
  }
  return expected === ', or end' && open.length === 0 ? undefined : text.length
}

type Step = { end: number; next: Expected }

/** Reads one token; a number is the place of the error. */
function read(text: string, position: number, expected: Expected, open: ('{' | '[')[]): Step | number {
  const character = text[position] as string
  if (expected === ':') return character === ':' ? { end: position + 1, next: 'value' } : position
  if (expected === ', or end') return readAfterValue(character, position, open)
  if (character === '}' && expected === 'key or }') return close(position, open)
  if (character === ']' && expected === 'value or ]') return close(position, open)
  const isKey = expected === 'key' || expected === 'key or }'
  if (character === '"') return readString(text, position, isKey ? ':' : ', or end')
  if (isKey) return position
  if (character === '{' || character === '[') {
    open.push(character)
    return { end: position + 1, next: character === '{' ? 'key or }' : 'value or ]' }
  }
  const end = skip(SCALAR, text, position)
  return end > position ? { end, next: ', or end' } : position
}

function readAfterValue(character: string, position: number, open: ('{' | '[')[]): Step | number {
  const parent = open.at(-1)
  if (parent === undefined) return position
  if (character === ',') return { end: position + 1, next: parent === '{' ? 'key' : 'value' }
  return character === (parent === '{' ? '}' : ']') ? close(position, open) : position
}

function close(position: number, open: ('{' | '[')[]): Step {
  open.pop()
  return { end: position + 1, next: ', or end' }
}

function readString(text: string, start: number, next: Expected): Step | number {
  for (let position = start + 1; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === 0x22) return { end: position + 1, next }
    if (code < 0x20) return position
    if (code !== 0x5c) continue
    const end = skip(ESCAPE, text, position + 1)
    if (end === position + 1) return position
    position = end - 1
  }
  return text.length
}

function skip(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position
  return pattern.test(text) ? pattern.lastIndex : position
}
