import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DELIVERY_FAILURES } from './delivery-failures.ts'
import { ERRORS, notFoundCode } from './errors.ts'
import { RECORD_KINDS } from './ids.ts'
import { RENDER_FAILURES } from './render-failures.ts'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

/** Codes that differ in the record alone share a paragraph. */
const MISSING_RECORD = '&lt;RECORD&gt;_NOT_FOUND'
const MISSING_RECORDS: string[] = RECORD_KINDS.map(notFoundCode)

test('docs/errors.md has a paragraph for every code and for no other', () => {
  const headings = [...page.matchAll(/^### (.+)$/gm)].flatMap(([, heading = '']) =>
    heading === MISSING_RECORD ? MISSING_RECORDS : heading,
  )
  const codes = [
    ...Object.keys(ERRORS),
    ...Object.keys(RENDER_FAILURES).map((code) => `${code} (render)`),
    ...Object.keys(DELIVERY_FAILURES),
  ]
  assert.deepEqual(headings, codes)
})

test('docs/errors.md gives the status, the text and something to do for every code of a request', () => {
  for (const [code, entry] of Object.entries(ERRORS)) {
    const isMissingRecord = MISSING_RECORDS.includes(code)
    const text = isMissingRecord ? entry.text.replace(/such .+\./, 'such record.') : entry.text
    const paragraph = paragraphOf(isMissingRecord ? MISSING_RECORD : code)
    assert.ok(paragraph.startsWith(`${entry.status}${entry.retryable ? ', retryable' : ''}. ${text}`), code)
    assert.ok(paragraph.replaceAll('\n', ' ').endsWith(` ${entry.hint}`), `${code} says what to do`)
  }
})

test('docs/errors.md gives the text and something to do for every code of a render', () => {
  for (const [code, entry] of Object.entries(RENDER_FAILURES)) {
    const paragraph = paragraphOf(`${code} (render)`)
    assert.ok(paragraph.startsWith(`${entry.retryable ? 'Retryable' : 'Final'}. ${entry.text}`), code)
    assert.ok(paragraph.replaceAll('\n', ' ').endsWith(` ${entry.hint}`), `${code} says what to do`)
  }
})

test('docs/errors.md gives the text and something to do for every code of a delivery, which no other has', () => {
  for (const [code, entry] of Object.entries(DELIVERY_FAILURES)) {
    assert.ok(!(code in ERRORS) && !(code in RENDER_FAILURES), code)
    const paragraph = paragraphOf(code)
    assert.ok(paragraph.startsWith(`${entry.retryable ? 'Retryable' : 'Final'}. ${entry.text}`), code)
    assert.ok(paragraph.replaceAll('\n', ' ').endsWith(` ${entry.hint}`), `${code} says what to do`)
  }
})

function paragraphOf(heading: string): string {
  const [, after = ''] = page.split(`### ${heading}\n\n`)
  const [paragraph = ''] = after.split('\n\n')
  return paragraph.trim()
}
