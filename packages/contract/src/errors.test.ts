import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ERRORS } from './errors.ts'
import { RENDER_FAILURES } from './render-failures.ts'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

test('docs/errors.md has a paragraph for every code and for no other', () => {
  const headings = [...page.matchAll(/^### (.+)$/gm)].map((match) => match[1])
  const codes = [...Object.keys(ERRORS), ...Object.keys(RENDER_FAILURES).map((code) => `${code} (render)`)]
  assert.deepEqual(headings, codes)
})

test('docs/errors.md tells the status, the text and something to do for every code of a request', () => {
  for (const [code, entry] of Object.entries(ERRORS)) {
    const paragraph = paragraphOf(code)
    assert.ok(
      paragraph.startsWith(`${entry.status}${entry.retryable ? ', worth trying again' : ''}. ${entry.text}`),
      code,
    )
    assert.ok(paragraph.replaceAll('\n', ' ').endsWith(` ${entry.hint}`), `${code} says what to do`)
  }
})

test('docs/errors.md tells the text and something to do for every code of a render', () => {
  for (const [code, entry] of Object.entries(RENDER_FAILURES)) {
    const paragraph = paragraphOf(`${code} (render)`)
    assert.ok(
      paragraph.startsWith(`${entry.retryable ? 'Worth trying again' : 'Final'}. ${entry.text}`),
      code,
    )
    assert.ok(paragraph.replaceAll('\n', ' ').endsWith(` ${entry.hint}`), `${code} says what to do`)
  }
})

function paragraphOf(heading: string): string {
  return page.split(`### ${heading}\n\n`)[1].split('\n\n')[0].trim()
}
