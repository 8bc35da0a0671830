import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../../testing/start-service.ts'
import { issueOwnerToken } from '../../tokens/issue-owner-token.ts'
import { makeToken } from '../../tokens/token.ts'

const { api, apiAs, orgId, services, addOrganization } = await startService({ after })

async function makeKey(scopes: string[], more: object = {}) {
  const { body } = await api('POST', '/v1/api-keys', { name: 'a key', scopes, ...more })
  return body.data as { keyId: string; token: string; tokenHint: string }
}

test('a key does what its scopes say and no more', async () => {
  const reader = apiAs((await makeKey(['read'])).token)
  const writer = apiAs((await makeKey(['write'])).token)
  assert.equal((await reader('GET', '/v1/limits')).status, 200)
  const refused = await writer('GET', '/v1/limits')
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.code, 'FORBIDDEN')
  assert.match(refused.body.message, /has write, and read is needed/)
  assert.equal((await reader('POST', '/v1/api-keys', { name: 'x', scopes: ['read'] })).status, 403)
})

test('a narrower key sees a hint in place of the authToken', async () => {
  const key = await makeKey(['read'])
  const { body } = await apiAs(key.token)('GET', '/v1/organizations/me')
  assert.deepEqual([body.data.orgId, body.data.authToken], [orgId, key.tokenHint])
  assert.ok(key.token.startsWith(key.tokenHint.slice(0, -1)))
})

test('keys are listed newest first, page by page, without their tokens', async () => {
  const other = await addOrganization()
  const made: string[] = []
  for (const name of ['a', 'b', 'c']) {
    made.unshift((await other.api('POST', '/v1/api-keys', { name, scopes: ['read'] })).body.data.keyId)
  }
  const first = await other.api('GET', '/v1/api-keys?limit=2')
  const second = await other.api('GET', `/v1/api-keys?limit=2&cursor=${first.body.data.nextCursor}`)
  const keys = [...first.body.data.items, ...second.body.data.items]
  assert.deepEqual(
    keys.map((key) => key.keyId),
    made,
  )
  assert.equal(second.body.data.nextCursor, null)
  assert.ok(keys.every((key) => !('token' in key)))
})

test('a revoked key is refused at once and says so', async () => {
  const key = await makeKey(['read'])
  const keyApi = apiAs(key.token)
  assert.equal((await keyApi('GET', '/v1/limits')).status, 200)
  assert.deepEqual((await api('DELETE', `/v1/api-keys/${key.keyId}`)).body.data, {
    keyId: key.keyId,
    revoked: true,
  })
  const refused = await keyApi('GET', '/v1/limits')
  assert.equal(refused.status, 401)
  assert.match(refused.body.message, /^This token was revoked/)
  assert.equal((await api('DELETE', `/v1/api-keys/${key.keyId}`)).body.error.code, 'API_KEY_NOT_FOUND')
})

test('a key ends when it was to end, and cannot be made to end in the past', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000)
  const key = await makeKey(['read'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  await services.db
    .updateTable('tokens')
    .set({ expires_at: hourAgo })
    .where('key_id', '=', key.keyId)
    .execute()
  const refused = await apiAs(key.token)('GET', '/v1/limits')
  assert.equal(refused.status, 401)
  assert.match(refused.body.message, /its time ran out at/)
  const past = await api('POST', '/v1/api-keys', {
    name: 'x',
    scopes: ['read'],
    expiresAt: hourAgo.toISOString(),
  })
  assert.equal(past.status, 400)
  assert.equal(past.body.error.details[0].field, 'expiresAt')
})

test('a test key says so in its token', async () => {
  assert.match((await makeKey(['read'], { isTest: true })).token, /^srl_test_/)
  assert.match((await makeKey(['read'])).token, /^srl_live_/)
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const rotateOwner = '/v1/organizations/me/auth-token/rotate'
const rotateSecret = '/v1/webhooks/secret/rotate'

test('a test key makes test keys only, and renews neither the authToken nor the webhook secret', async () => {
  const testKey = apiAs((await makeKey(['admin'], { isTest: true })).token)
  for (const more of [{}, { isTest: false }]) {
    const refused = await testKey('POST', '/v1/api-keys', { name: 'x', scopes: ['read'], ...more })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    assert.match(refused.body.message, /test token .*isTest: true/)
    assert.equal(refused.body.error.details[0].field, 'isTest')
  }
  const made = await testKey('POST', '/v1/api-keys', { name: 'x', scopes: ['admin'], isTest: true })
  assert.match(made.body.data.token, /^srl_test_/)
  for (const path of [rotateOwner, rotateSecret]) {
    const refused = await testKey('POST', path, {})
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'], path)
    assert.match(refused.body.message, path === rotateOwner ? /This is a key/ : /test key/)
  }
})

test('a key that ends makes keys that end no later, and renews neither the authToken nor the webhook secret', async () => {
  const expiresAt = inHours(2)
  const ending = apiAs((await makeKey(['admin'], { expiresAt })).token)
  for (const more of [{}, { expiresAt: inHours(3) }]) {
    const refused = await ending('POST', '/v1/api-keys', { name: 'x', scopes: ['read'], ...more })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    assert.ok(refused.body.message.includes(expiresAt), refused.body.message)
    assert.equal(refused.body.error.details[0].field, 'expiresAt')
  }
  const made = await ending('POST', '/v1/api-keys', { name: 'x', scopes: ['admin'], expiresAt })
  assert.deepEqual([made.status, made.body.data.expiresAt], [201, expiresAt])
  for (const path of [rotateOwner, rotateSecret]) {
    const refused = await ending('POST', path, {})
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'], path)
    if (path === rotateSecret) assert.ok(refused.body.message.includes(expiresAt), refused.body.message)
  }
})

test('an authToken in its time of grace makes nothing that outlasts it', async () => {
  const other = await addOrganization()
  await other.api('POST', rotateOwner, { graceSecs: 3600 })
  assert.equal((await other.api('POST', '/v1/api-keys', { name: 'x', scopes: ['read'] })).status, 403)
  assert.equal((await other.api('POST', rotateOwner, {})).status, 403)
  assert.equal((await other.api('GET', '/v1/limits')).status, 200)
})

test('a live admin key that does not end renews the webhook secret but not the authToken, and a test authToken stays one', async () => {
  const other = await addOrganization()
  const { body } = await other.api('POST', '/v1/api-keys', { name: 'x', scopes: ['admin'] })
  const admin = apiAs(body.data.token)
  assert.equal((await admin('POST', rotateSecret, {})).status, 200)
  const refused = await admin('POST', rotateOwner, {})
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
  assert.match(refused.body.message, /would outlast it/)

  const { orgId } = await addOrganization()
  const testOwner = makeToken({ isTest: true })
  await issueOwnerToken(services.db, services.hashToken, orgId, testOwner)
  const rotated = await apiAs(testOwner)('POST', rotateOwner, {})
  assert.match(rotated.body.data.authToken, /^srl_test_/)
  const minted = await apiAs(rotated.body.data.authToken)('POST', '/v1/api-keys', {
    name: 'x',
    scopes: ['read'],
  })
  assert.equal(minted.status, 403)
})
