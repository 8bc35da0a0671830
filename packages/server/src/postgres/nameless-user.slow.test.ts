import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { NOBODY, whyNoOtherUser } from '../../testing/other-user.ts'
import { replaceNameLookup } from './nameless-programs.ts'

/** No account has this id. With group 0 it is what OpenShift gives, with a group of its own what `docker run -u` does. */
const NAMELESS_ID = 12_345
const skip =
  whyNoOtherUser() ||
  (spawnSync('getent', ['passwd', String(NAMELESS_ID)]).status === 0 && 'somebody has that user id')

const folder = mkdtempSync(join(tmpdir(), 'songreel-nameless-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true }))

for (const gid of [0, NAMELESS_ID]) {
  test(`a user without a name, in group ${gid}, has a database, starts it again, and nobody else gets in`, {
    skip,
  }, async (t) => {
    const dataDir = join(folder, `group-${gid}`)
    mkdirSync(dataDir)
    chownSync(dataDir, NAMELESS_ID, gid)
    chmodSync(dataDir, 0o755)
    for (const start of ['first', 'second']) {
      const { role, url, stop } = await startAs(t, dataDir, { uid: NAMELESS_ID, gid })
      assert.equal(role, 'songreel', start)
      assert.equal(await logInAs(t, url, NOBODY), 'EACCES', start)
      assert.equal(await stop(), 0, start)
    }
    assert.equal(lstatSync(join(dataDir, 'postgres/data')).uid, NAMELESS_ID)
  })
}

test('a program that asks for names in another way is left as it is, and said to need one', async () => {
  const bin = join(folder, 'other/bin')
  mkdirSync(bin, { recursive: true })
  copyFileSync('/bin/true', join(bin, 'initdb'))
  writeFileSync(join(bin, 'postgres'), 'nothing of the kind')
  const before = readFileSync(join(bin, 'initdb'))

  await assert.rejects(replaceNameLookup(join(folder, 'other')), {
    code: 'POSTGRES_FAILED',
    message: /has no name on this machine.*\/etc\/passwd.*DATABASE_URL/,
  })

  assert.deepEqual(readFileSync(join(bin, 'initdb')), before)
})

type User = { uid: number; gid: number }

/** Starts a database in a process of another user, without a home folder or any other help from the environment. */
async function startAs(t: TestContext, dataDir: string, user: User) {
  const said = await run(t, START, dataDir, user)
  const { role, url } = JSON.parse(said.text)
  return { role, url, stop: said.end }
}

async function logInAs(t: TestContext, url: string, user: User): Promise<string> {
  const { text, end } = await run(t, LOG_IN, url, user)
  await end()
  return text
}

const IMPORT_PG = `const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})`

const START = `
  ${IMPORT_PG}
  const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('./start-postgres.ts'))})
  const log = { info() {}, warn() {}, error() {} }
  const { databaseUrl: url, stop } = await startPostgres({ dataDir: process.argv[1], log })
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select current_user::text as role')
  await client.end()
  process.stdout.write(JSON.stringify({ role: rows[0].role, url }))
  process.stdin.on('end', stop).resume()`

const LOG_IN = `
  ${IMPORT_PG}
  const outcome = await new pg.Client(process.argv[1]).connect().then(() => 'let in', ({ code }) => code)
  process.stdout.write(outcome, () => process.exit())`

/** Runs a program until it has said something; it ends when its input does. */
async function run(t: TestContext, program: string, word: string, user: User) {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program, word]
  const child = spawn(process.execPath, args, { ...user, cwd: '/', env: { PATH: process.env.PATH } })
  t.after(() => child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const ended = once(child, 'exit')
  const said = once(child.stdout, 'data').then(([text]) => String(text))
  const text = await Promise.race([said, ended.then(() => Promise.reject(new Error(errors)))])
  const end = async () => {
    child.stdin.end()
    return (await ended)[0] as number | null
  }
  return { text, end }
}
