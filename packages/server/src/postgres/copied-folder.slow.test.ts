import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { NOBODY, whyNoOtherUser } from '../../testing/other-user.ts'
import { startPostgresProcess } from '../../testing/start-postgres-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'songreel-copied-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true }))

const COMMANDS = [
  ['cp', '-r'],
  ['cp', '-a'],
] as const

test('a copy of a stopped folder starts, however it was copied', async (t) => {
  const original = join(folder, 'stopped')
  const service = startPostgresProcess(t, original)
  await write(service.said)
  await service.stop()

  for (const [index, command] of COMMANDS.entries()) {
    const copy = join(folder, `stopped-copy-${index}`)
    execFileSync(command[0], [command[1], original, copy])
    await assertStarts(t, copy, command.join(' '))
  }
})

test('a copy of a folder whose service and PostgreSQL were killed starts, beside the original', async (t) => {
  const original = join(folder, 'stopped')
  const service = startPostgresProcess(t, original)
  await service.said
  const pid = Number.parseInt(readFileSync(join(original, 'postgres/data/postmaster.pid'), 'utf8'), 10)
  await service.kill()
  process.kill(pid, 'SIGKILL')
  assert.ok(existsSync(join(original, 'postgres/data/postmaster.pid')))
  const copies = COMMANDS.map((command, index) => {
    const copy = join(folder, `killed-copy-${index}`)
    execFileSync(command[0], [command[1], original, copy])
    return copy
  })
  const again = startPostgresProcess(t, original)
  assert.ok((await again.said).databaseUrl)

  for (const copy of copies) await assertStarts(t, copy, copy)

  const owners = [original, ...copies].map((dataDir) => statSync(join(dataDir, 'postgres/data')).uid)
  if (process.geteuid?.() === 0)
    assert.ok(!owners.slice(1).includes(owners[0]!), `each its own user: ${owners}`)
  await again.stop()
})

test('a folder with modes that are open to others is closed and starts', async (t) => {
  const copy = join(folder, 'stopped-copy-0')
  execFileSync('chmod', ['-R', 'a+rX', copy])

  await assertStarts(t, copy, 'open to all')

  const cluster = join(copy, 'postgres/data')
  const entries = readdirSync(cluster, { recursive: true, withFileTypes: true })
  const open = entries.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
  assert.deepEqual(
    open.map((entry) => entry.name),
    [],
  )
  assert.equal(statSync(cluster).mode & 0o777, 0o700)
})

test('a copy that was given to an ordinary user starts for that user', {
  skip: whyNoOtherUser(),
}, async (t) => {
  const copy = join(folder, 'given')
  execFileSync('cp', ['-r', join(folder, 'stopped'), copy])
  execFileSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, copy])

  await assertStarts(t, copy, 'given to nobody', NOBODY)
})

test('a copy that belongs to another user is refused with the command that helps', {
  skip: whyNoOtherUser(),
}, async (t) => {
  const copy = join(folder, 'half given')
  mkdirSync(join(copy, 'postgres'), { recursive: true })
  execFileSync('cp', ['-r', join(folder, 'stopped/postgres/data'), join(copy, 'postgres/data')])
  for (const path of [copy, join(copy, 'postgres')]) chownSync(path, NOBODY.uid, NOBODY.gid)

  const { code, message } = await startPostgresProcess(t, copy, NOBODY).said

  assert.equal(code, 'DATA_FOLDER_UNUSABLE')
  assert.match(message ?? '', /belongs to the user 0.*chown -R 65534/)
})

/** Writes a table, as the database that `said` announces. */
async function write(said: Promise<{ databaseUrl?: string; message?: string }>): Promise<void> {
  const { databaseUrl = '', message } = await said
  assert.ok(databaseUrl, message)
  await run(databaseUrl, 'create table kept as select generate_series(1, 100) as id')
}

async function assertStarts(
  t: Parameters<typeof startPostgresProcess>[0],
  dataDir: string,
  what: string,
  user = {},
) {
  const service = startPostgresProcess(t, dataDir, user)
  const { databaseUrl = '', message } = await service.said
  assert.ok(databaseUrl, `${what}: ${message}`)
  if (!('uid' in user))
    assert.deepEqual(await run(databaseUrl, 'select count(*)::int as rows from kept'), [{ rows: 100 }], what)
  await service.stop()
}

async function run(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
