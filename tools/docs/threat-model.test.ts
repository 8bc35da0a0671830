import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const DOCS = resolve(import.meta.dirname, '../../docs')
const page = readFileSync(join(DOCS, 'threat-model.md'), 'utf8')

/** The rows of the table under a heading, as their cells. */
function readTable(heading: string): string[][] {
  const [, text = ''] = page.split(`\n## ${heading}\n`)
  const lines = text.split('\n## ', 1)[0]!.split('\n')
  const rows = lines.filter((line) => line.startsWith('|')).slice(2)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

test('every layer says what it protects, what it does not, and which tests attack it', () => {
  const layers = readTable('The layers')
  assert.ok(layers.length >= 12)
  for (const [layer = '', protects, doesNot, tests = ''] of layers) {
    assert.ok(protects && doesNot, layer)
    const files = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file)
    assert.ok(files.length > 0, layer)
    for (const file of files) {
      assert.match(file, /\.test\.tsx?$/, layer)
      assert.ok(existsSync(join(DOCS, file)), file)
    }
  }
})

test('every attacker is met by layers', () => {
  const named = readTable('Who attacks').length
  assert.equal(readTable('By attacker').length, named)
})
