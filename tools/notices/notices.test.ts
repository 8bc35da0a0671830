import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readInstalled } from '../sbom/read-lock.ts'
import { writeNotices } from './write-notices.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const notices = readFileSync(join(ROOT, 'THIRD_PARTY_NOTICES'), 'utf8')

test('THIRD_PARTY_NOTICES is what `npm run notices` writes now', () => {
  assert.ok(notices === writeNotices(ROOT), 'run npm run notices, and look at what changed')
})

test('it names every package that is installed with Songreel, and has the texts', () => {
  const unnamed = readInstalled(ROOT)
    .filter(({ isOurs }) => !isOurs)
    .map(({ name }) => name.replace(/(?<=linux-)(x64|arm64)/, '*'))
    .filter((name) => !notices.includes(`\n${name} (`) && !notices.includes(`\n${name}: `))
  assert.deepEqual(unnamed, [])
  for (const text of [
    'GNU GENERAL PUBLIC LICENSE',
    'SIL OPEN FONT LICENSE',
    'Fraunhofer',
    'PostgreSQL Global',
  ])
    assert.ok(notices.includes(text), text)
})
