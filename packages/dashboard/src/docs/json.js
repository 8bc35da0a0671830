import { element } from './dom.js'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g

/** JSON in colours, as the samples of the page have them. */
export function colourJson(text) {
  const parts = []
  let last = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon, number] = match
    const shown = quoted ?? token
    const name = colon !== undefined ? 'j-key' : quoted ? 'j-text' : number ? 'j-number' : 'j-word'
    parts.push(
      text.slice(last, match.index),
      element('span', { className: name, textContent: shown }),
      colon ?? '',
    )
    last = match.index + token.length
  }
  return [...parts, text.slice(last)]
}
