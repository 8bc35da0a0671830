import { escapeText, type Html } from './html.ts'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g

/** JSON in colours. */
export function jsonMarkup(value: unknown): Html {
  const text = JSON.stringify(value, null, 2)
  let markup = ''
  let last = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon, number] = match
    markup += escapeText(text.slice(last, match.index))
    if (quoted !== undefined && colon !== undefined) markup += span('j-key', quoted) + colon
    else markup += span(quoted !== undefined ? 'j-text' : number !== undefined ? 'j-number' : 'j-word', token)
    last = match.index + token.length
  }
  return { markup: markup + escapeText(text.slice(last)) }
}

function span(name: string, text: string): string {
  return `<span class="${name}">${escapeText(text)}</span>`
}
