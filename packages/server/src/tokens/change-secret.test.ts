import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { SECRET, startService } from '../../testing/start-service.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createFileLinks } from '../assets/file-links.ts'
import { changeSecret } from './change-secret.ts'
import { checkSecretFitsDatabase } from './secret.ts'
import { createSecretKeys, type Secrets } from './secret-keys.ts'

const NEW_SECRET = 'the secret that comes after, long enough too'
const BOTH = { secret: NEW_SECRET, previous: SECRET }

/** What a start does with its secrets, and what it says of them. */
async function start({ db }: TestDatabase, secrets: Secrets): Promise<string> {
  const said: string[] = []
  await checkSecretFitsDatabase(db, secrets)
  await changeSecret(db, createSecretKeys(secrets), pino({}, { write: (line) => void said.push(line) }))
  return said.join('')
}

async function setUp(t: TestContext) {
  const database = await createTestDatabase(t)
  await start(database, { secret: SECRET })
  const before = await startService(t, { database })
  const keep = (await before.api('POST', '/v1/api-keys', { name: 'rarely used', scopes: ['read'] })).body.data
  return { database, before, keep: keep as { keyId: string; token: string } }
}

const countUnder = ({ db }: TestDatabase, mark: string) =>
  db.selectFrom('tokens').select('key_id').where('secret_mark', '=', mark).execute()

test('with two secrets old tokens work, and are brought over when they are used', async (t) => {
  const { database, before, keep } = await setUp(t)
  assert.match(await start(database, BOTH), /"tokens":2.*the secret is being changed/)
  const during = await startService(t, { database, secrets: BOTH })
  assert.equal((await during.apiAs(before.token)('GET', '/v1/limits')).status, 200)
  const mark = during.services.hashToken.secretMark
  // The service's own first organization has a token under the new secret already.
  await waitFor('the token is hashed anew', async () => (await countUnder(database, mark)).length === 2)
  assert.match(await start(database, BOTH), /"tokens":1/)

  const alone = await startService(t, { database, secrets: { secret: NEW_SECRET } })
  assert.equal((await alone.apiAs(before.token)('GET', '/v1/limits')).status, 200)
  const lost = await alone.apiAs(keep.token)('GET', '/v1/limits')
  assert.equal(lost.status, 401, 'it was not used in time')
  assert.match(await start(database, { secret: NEW_SECRET }), /"level":40.*"tokens":1.*do not work/)

  await during.apiAs(keep.token)('GET', '/v1/limits')
  await waitFor('the other too', async () => (await countUnder(database, mark)).length >= 4)
  assert.match(await start(database, BOTH), /every token uses the new one/)
  assert.equal(await start(database, { secret: NEW_SECRET }), '')
})

test('webhook secrets are sealed anew at the start, and stay what they are', async (t) => {
  const { database, before } = await setUp(t)
  const { secret } = (await before.api('GET', '/v1/webhooks/secret')).body.data
  await start(database, BOTH)
  const after = await startService(t, { database, secrets: BOTH })
  const asOwner = after.apiAs(before.token)
  assert.equal((await asOwner('GET', '/v1/webhooks/secret')).body.data.secret, secret)
  const mark = after.services.hashToken.secretMark
  await waitFor('the token is hashed anew', async () => (await countUnder(database, mark)).length === 2)
  const alone = await startService(t, { database, secrets: { secret: NEW_SECRET } })
  const read = await alone.apiAs(before.token)('GET', '/v1/webhooks/secret')
  assert.equal(read.body.data.secret, secret)
})

test('links made with the old secret open, and new ones are made with the new', () => {
  const render = { renderId: 'rnd_1', fileName: 'a.mp4' }
  const linksOf = (secrets: Secrets) =>
    createFileLinks(createSecretKeys(secrets).deriveKeys('file links'), () => 'http://localhost')
  const check = (secrets: Secrets, link: string) => {
    const { pathname: path, searchParams } = new URL(link)
    const [expires, signature] = ['expires', 'signature'].map((name) => searchParams.get(name) as string)
    return linksOf(secrets).check({ path, expires: expires!, signature: signature! })
  }
  const old = linksOf({ secret: SECRET }).linkTo(render, 'video').url
  const made = linksOf(BOTH).linkTo(render, 'video').url
  assert.deepEqual([check(BOTH, old), check(BOTH, made)], ['GOOD', 'GOOD'])
  assert.deepEqual(
    [check({ secret: NEW_SECRET }, old), check({ secret: NEW_SECRET }, made)],
    ['WRONG', 'GOOD'],
  )
})

test('a secret that the database does not know is refused, also beside one that it does not know', async (t) => {
  const { database } = await setUp(t)
  const other = 'a secret of some other installation, long'
  for (const secrets of [{ secret: NEW_SECRET }, { secret: NEW_SECRET, previous: other }])
    await assert.rejects(checkSecretFitsDatabase(database.db, secrets), /SONGREEL_SECRET_PREVIOUS/)
  await start(database, BOTH)
  await assert.rejects(checkSecretFitsDatabase(database.db, { secret: SECRET }), /SONGREEL_SECRET is not/)
  await start(database, { secret: SECRET, previous: NEW_SECRET })
})
