import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { startService } from '../../testing/start-service.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { findToken } from './find-token.ts'
import {
  ensureFirstOrganization,
  noteTokenShown,
  readTokenFile,
  writeTokenFile,
} from './first-organization.ts'
import { createHashToken } from './hash-token.ts'
import { rotateAuthToken } from './rotate-auth-token.ts'
import { checkSecretFitsDatabase, readOrMakeSecret } from './secret.ts'

const hashToken = createHashToken(Buffer.from('pepper'))

async function setUp(t: TestContext) {
  const { db } = await createTestDatabase(t)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'songreel-first-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  return {
    db,
    dataDir,
    start: (authToken?: string) => ensureFirstOrganization(db, { hashToken, authToken, dataDir }),
  }
}

test('the first start makes one organization and leaves its token in a closed file', async (t) => {
  const { start, dataDir, db } = await setUp(t)
  const first = await start()
  await noteTokenShown(db)
  assert.equal(first.isNew, true)
  assert.equal(readTokenFile(dataDir), first.token)
  assert.equal(statSync(path.join(dataDir, 'token')).mode & 0o777, 0o600)
  const second = await start()
  assert.deepEqual(second, { orgId: first.orgId, isNew: false })
})

test('a start that failed before it could show the token leaves that to the next one', async (t) => {
  const { start, db } = await setUp(t)
  const failed = await start()
  const next = await start()
  assert.deepEqual(next, { orgId: failed.orgId, isNew: false, token: failed.token })
  await noteTokenShown(db)
  assert.equal((await start()).token, undefined)
})

test('a start that dies between the commit and the file leaves the next one a working token', async (t) => {
  const { start, db, dataDir } = await setUp(t)
  // As the commit leaves it when the process ends right there: the note is written, the file is not.
  const inTheWay = path.join(dataDir, 'token')
  mkdirSync(inTheWay)
  await assert.rejects(start(), { code: 'EISDIR' })
  rmSync(inTheWay, { recursive: true })
  assert.equal(readTokenFile(dataDir), undefined)

  const next = await start()

  assert.ok(next.token)
  assert.equal(readTokenFile(dataDir), next.token)
  const row = await findToken(db, hashToken, next.token)
  assert.deepEqual([row?.orgId, row?.kind, row?.expiresAt], [next.orgId, 'OWNER', null])
  const again = await start()
  assert.equal(again.token, next.token, 'shown until somebody has seen it, and not replaced again')
})

test('a file from before that the database does not know is replaced', async (t) => {
  const { start, dataDir } = await setUp(t)
  writeTokenFile(dataDir, 'a-token-of-another-database')
  const { token } = await start()
  assert.equal(readTokenFile(dataDir), token)
})

test('a token that was set and then rotated away is not brought back, and the start says so', async (t) => {
  const { start, db } = await setUp(t)
  const given = 'the-token-of-the-container'
  const { orgId } = await start(given)
  assert.equal((await start(given)).warning, undefined)
  const rotate = (graceSecs: number) => rotateAuthToken(hashToken, db, { orgId, graceSecs, isTest: false })

  const newer = await rotate(3600)
  assert.match((await start(given)).warning ?? '', /rotated away; it is refused from 20\S+Z on\./)
  await rotate(0)
  const { warning, token } = await start(newer)
  assert.match(warning ?? '', /^SONGREEL_AUTH_TOKEN names a token that was rotated away; it has been refused/)
  assert.equal(token, undefined)
})

test('a token that only looks like one of ours is taken as given', async (t) => {
  const given = 'srl_live_not-one-that-we-made'
  const service = await startService(t)
  const { db, config, hashToken } = service.services
  await ensureFirstOrganization(db, { hashToken, authToken: given, dataDir: config.dataDir })
  assert.equal((await service.apiAs(given)('GET', '/v1/limits')).status, 200)
  const mistyped = await service.apiAs(`${given}x`)('GET', '/v1/limits')
  assert.equal(mistyped.status, 401)
  assert.match(mistyped.body.message, /malformed/)
})

test('processes that start at once make one organization', async (t) => {
  const { start, db } = await setUp(t)
  const starts = await Promise.all(Array.from({ length: 4 }, () => start()))
  assert.equal(starts.filter((first) => first.isNew).length, 1)
  assert.equal((await db.selectFrom('organizations').select('org_id').execute()).length, 1)
})

test('a token that is set takes the place of the one before', async (t) => {
  const { start, db, dataDir } = await setUp(t)
  const { token, orgId } = await start()
  const replaced = await start('the-token-of-the-container')
  assert.deepEqual(replaced, { orgId, isNew: false, token: 'the-token-of-the-container' })
  assert.equal(readTokenFile(dataDir), 'the-token-of-the-container')
  const old = await db
    .selectFrom('tokens')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token as string))
    .executeTakeFirstOrThrow()
  assert.ok(old.expires_at && Date.parse(old.expires_at) <= Date.now())
  assert.equal((await start('the-token-of-the-container')).token, undefined)
})

test('the secret is made once, closed to others, and must be the one of the database', async (t) => {
  const { db, dataDir } = await setUp(t)
  const secret = readOrMakeSecret(undefined, dataDir)
  assert.ok(secret.length >= 32)
  assert.equal(readOrMakeSecret(undefined, dataDir), secret)
  assert.equal(readFileSync(path.join(dataDir, 'secret'), 'utf8').trim(), secret)
  assert.equal(statSync(path.join(dataDir, 'secret')).mode & 0o777, 0o600)
  await checkSecretFitsDatabase(db, { secret })
  await assert.rejects(
    checkSecretFitsDatabase(db, { secret: `${secret}x` }),
    /SONGREEL_SECRET is not the one/,
  )
})
