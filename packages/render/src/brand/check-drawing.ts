/** Why a drawing is refused, in words for whoever sent it. */
export class SvgFault extends Error {}

/** Elements that would need something that is not in the file, or that no picture needs. */
const REFUSED: [pattern: RegExp, told: string][] = [
  [/<!entity/i, 'declares entities'],
  [/<\?xml-stylesheet/i, 'refers to a style sheet'],
  [/<script[\s/>]/i, 'has a script'],
  [/<foreignobject[\s/>]/i, 'has a foreign object'],
  [/<(?:text|tspan|textpath)[\s/>]/i, 'has text, whose font is not in the file'],
  [/@import/i, 'refers to a style sheet'],
  [/<(?:animate|set)\w*[\s/>]/i, 'moves'],
]

const REFERENCE = /(?:^|[\s:])(?:xlink:)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const PAINT = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))\s*\)/gi
/** What a drawing may refer to: parts of itself, and pictures in it. */
const INSIDE = /^\s*(?:#|data:image\/(?:png|jpeg);base64,)/i

/** Refuses a drawing that is none, or that refers to anything outside of itself. */
export function checkDrawing(bytes: Uint8Array): void {
  const text = decode(bytes)
  if (text === undefined || !/<svg[\s>]/i.test(text.slice(0, 4096)))
    throw new SvgFault('is neither a PNG nor an SVG')
  for (const [pattern, told] of REFUSED) if (pattern.test(text)) throw new SvgFault(`${told}`)
  for (const pattern of [REFERENCE, PAINT])
    for (const [, ...values] of text.matchAll(pattern)) {
      const address = decodeNumbers(values.find((value) => value !== undefined) ?? '')
      if (!INSIDE.test(address))
        throw new SvgFault(`refers to ${address.trim().slice(0, 80) || 'nothing'}, which is not in the file`)
    }
}

/** Compressed and two-byte drawings are refused: what can't be read here can't be checked. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Letters may be written as their numbers. */
function decodeNumbers(value: string): string {
  return value.replace(
    /&#(?:x([0-9a-f]+)|(\d+));?/gi,
    (_, hex: string | undefined, decimal: string | undefined) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
