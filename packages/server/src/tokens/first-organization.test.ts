import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTestDatabase } from '../testing/test-database.ts'
import { ensureFirstOrganization, readTokenFile } from './first-organization.ts'
import { createHashToken } from './hash-token.ts'
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
  const { start, dataDir } = await setUp(t)
  const first = await start()
  assert.equal(first.isNew, true)
  assert.equal(readTokenFile(dataDir), first.token)
  assert.equal(statSync(path.join(dataDir, 'token')).mode & 0o777, 0o600)
  const second = await start()
  assert.deepEqual(second, { orgId: first.orgId, isNew: false, token: undefined })
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
  await checkSecretFitsDatabase(db, secret)
  await assert.rejects(checkSecretFitsDatabase(db, `${secret}x`), /SONGREEL_SECRET is not the one/)
})
