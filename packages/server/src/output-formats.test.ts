import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { OutputFormat } from '@songreel/contract'
import { OUTPUT_FORMATS } from '@songreel/render'

test("the contract's formats are those that the engine can write", () => {
  assert.deepEqual(OutputFormat.options, Object.keys(OUTPUT_FORMATS))
})

test('docs/api.md describes every output format as the engine does', async () => {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  const section = page.split('## Output formats')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const expected = Object.entries(OUTPUT_FORMATS).map(
    ([format, { extension, contentType, purpose }]) =>
      `| \`${format}\` | \`.${extension}\` | \`${contentType}\` | ${purpose} |`,
  )
  assert.deepEqual(rows, expected)
})
