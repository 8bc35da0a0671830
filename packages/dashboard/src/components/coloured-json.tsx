import type { ComponentChild } from 'preact'
import './coloured-json.css'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g

/** A value as JSON in colours, for code on a dark ground. */
export function ColouredJson({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? ''
  const parts: ComponentChild[] = []
  let last = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon, number] = match
    const name = colon !== undefined ? 'j-key' : quoted ? 'j-text' : number ? 'j-number' : 'j-word'
    parts.push(text.slice(last, match.index), <span class={name}>{quoted ?? token}</span>)
    last = match.index + (quoted ?? token).length
  }
  return (
    <>
      {parts}
      {text.slice(last)}
    </>
  )
}
