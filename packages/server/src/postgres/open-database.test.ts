import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { createEmptyTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './open-database.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'songreel-open-'))
after(() => rmSync(folder, { recursive: true }))

test('with DATABASE_URL that server is used and nothing is started', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  const dataDir = join(folder, 'unused')

  const database = await openDatabase({ databaseUrl, dataDir, log })
  await database.close()

  assert.equal(database.isEmbedded, false)
  assert.equal(database.databaseUrl, databaseUrl)
  assert.equal(existsSync(dataDir), false)
})

test('a server that is not there, or does not know the database, is named without its password', async (t) => {
  const running = new URL(await createEmptyTestDatabase(t))
  running.pathname = '/nowhere'
  const cases = [
    [
      'postgres://me:geheim@127.0.0.1:1/songs',
      /\(127\.0\.0\.1:1\/songs\) cannot be used: nothing listens there/,
    ],
    [
      'postgres://me:geheim@localhost/songs?host=/nowhere',
      /\(\/nowhere\/songs\) cannot be used: there is no such socket/,
    ],
    [
      'postgres://me:geheim@no-such-host.invalid/songs',
      /no-such-host\.invalid\/songs\) cannot be used: its host name/,
    ],
    [running.href, /nowhere\) cannot be used: there is no database of that name/],
  ] as const

  for (const [databaseUrl, message] of cases) {
    const opening = openDatabase({ databaseUrl, dataDir: folder, log })
    await assert.rejects(opening, (error: Error) => {
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /geheim/)
      assert.equal((error as { code?: string }).code, 'DATABASE_UNREACHABLE')
      return true
    })
  }
})

test('a database in another encoding is refused', async (t) => {
  const options = `template template0 encoding 'LATIN1' locale_provider libc locale 'C'`
  const databaseUrl = await createEmptyTestDatabase(t, options)

  const opening = openDatabase({ databaseUrl, dataDir: folder, log })

  await assert.rejects(opening, {
    code: 'DATABASE_UNSUITABLE',
    message: /encoding LATIN1, and Songreel needs UTF8/,
  })
})

test('a server older than PostgreSQL 15 is refused', async (t) => {
  const databaseUrl = await startOldServer(t)

  const opening = openDatabase({ databaseUrl, dataDir: folder, log })

  await assert.rejects(opening, {
    code: 'DATABASE_UNSUITABLE',
    message: /is PostgreSQL 14 .* needs 15 or newer/,
  })
})

/** Answers like a PostgreSQL 14, which is nowhere to be had here: whatever is asked, one row comes back. */
async function startOldServer(t: TestContext): Promise<string> {
  const welcome = [message('R', int32(0)), message('Z', Buffer.from('I'))]
  const columns = Buffer.concat([int16(2), column('version', 23), column('encoding', 25)])
  const row = Buffer.concat([int16(2), value('140013'), value('UTF8')])
  const answer = [
    message('T', columns),
    message('D', row),
    message('C', Buffer.from('SELECT 1\0')),
    welcome[1]!,
  ]
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat(welcome))
      socket.on('data', (asked) => asked[0] === 0x51 && socket.write(Buffer.concat(answer)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  return `postgres://me@127.0.0.1:${(server.address() as AddressInfo).port}/songs`
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function column(name: string, oid: number): Buffer {
  return Buffer.concat([
    Buffer.from(`${name}\0`),
    int32(0),
    int16(0),
    int32(oid),
    int16(-1),
    int32(-1),
    int16(0),
  ])
}

function value(text: string): Buffer {
  return Buffer.concat([int32(text.length), Buffer.from(text)])
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(number)
  return bytes
}

function int16(number: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(number)
  return bytes
}
