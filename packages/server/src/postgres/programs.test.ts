import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { installPrograms } from './programs.ts'

const user = { switchTo: undefined, clientNames: ['anyone'] }
const folder = mkdtempSync(join(tmpdir(), 'songreel programs '))
after(() => rmSync(folder, { recursive: true }))

test('the programs run from a copy, also when several starts make it at once', async () => {
  const places = [{ folder: join(folder, 'shared'), isOwn: false }]

  const installed = await Promise.all([1, 2, 3].map(() => installPrograms(user, places)))

  assert.equal(new Set(installed.map((programs) => programs.postgres)).size, 1)
  assert.match(installed[0]!.version, /^18\.4\./)
  assert.equal(readdirSync(join(folder, 'shared')).length, 1, 'drafts are gone')
})

test('a damaged copy, and the copies of earlier versions, are replaced', async () => {
  const places = [{ folder: join(folder, 'own'), isOwn: true }]
  mkdirSync(join(folder, 'own/postgresql-17.0-x64'), { recursive: true })
  const { postgres } = await installPrograms(user, places)
  const [tables, library] = ['../share/postgresql/postgres.bki', '../lib/libssl.so.1.1']
  rmSync(join(dirname(postgres), tables))
  truncateSync(join(dirname(postgres), library))

  const repaired = await installPrograms(user, places)

  assert.equal(repaired.postgres, postgres)
  assert.ok(statSync(join(dirname(postgres), tables)).size > 0)
  assert.ok(statSync(join(dirname(postgres), library)).size > 0)
  assert.equal(readdirSync(join(folder, 'own')).length, 1)
})

test('a folder that others can write to, or that a shell would misread, is passed over', async () => {
  const open = join(folder, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  const places = [open, join(folder, 'a $HOME'), join(folder, 'shared')].map((folder) => ({
    folder,
    isOwn: false,
  }))

  const { postgres } = await installPrograms(user, places)

  assert.ok(postgres.startsWith(join(folder, 'shared')))
})

test('when no place is usable, the reasons are said', async () => {
  const places = [{ folder: '/dev/null/programs', isOwn: false }]

  await assert.rejects(installPrograms(user, places), {
    code: 'POSTGRES_FAILED',
    message: /\/dev\/null\/programs: ENOTDIR/,
  })
})
