import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PACKAGES, ROOT } from './pack-packages.ts'

test('every package of the clone is packed', () => {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.deepEqual(PACKAGES.map((name) => `packages/${name}`).sort(), workspaces.sort())
})
