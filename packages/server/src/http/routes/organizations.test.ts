import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { ADMIN_TOKEN, startService } from '../../../testing/start-service.ts'
import { readTokenFile, writeTokenFile } from '../../tokens/first-organization.ts'

const { api, apiAs, orgId, token, services, addOrganization } = await startService({ after })
const operator = apiAs(ADMIN_TOKEN)

test('GET organization answers orgId, name, authToken and webhookUrl, and nothing else', async () => {
  const { status, body } = await api('GET', `/v1/organizations/${orgId}`)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    success: true,
    data: { orgId, name: 'Odalys Wren Records', authToken: token, webhookUrl: null },
  })
})

test('PUT organization changes what is sent, null clears, and `me` is understood', async () => {
  const both = await api('PUT', '/v1/organizations/me', {
    name: 'Night Label',
    webhookUrl: 'https://hooks.example.com/a',
  })
  assert.deepEqual(both.body, {
    success: true,
    data: { orgId, name: 'Night Label', authToken: token, webhookUrl: 'https://hooks.example.com/a' },
  })
  const cleared = await api('PATCH', `/v1/organizations/${orgId}`, { webhookUrl: null })
  assert.deepEqual(cleared.body.data, { orgId, name: 'Night Label', authToken: token, webhookUrl: null })
})

test("another organization's id is the same 404 as one that does not exist", async () => {
  const other = await addOrganization()
  for (const method of ['GET', 'PUT']) {
    const foreign = await api(method, `/v1/organizations/${other.orgId}`, method === 'PUT' ? {} : undefined)
    const unknown = await api(method, '/v1/organizations/org_unknown', method === 'PUT' ? {} : undefined)
    assert.equal(foreign.status, 404)
    assert.deepEqual(foreign.body.error, unknown.body.error)
    assert.equal(
      foreign.body.message.replace(other.orgId, ''),
      unknown.body.message.replace('org_unknown', ''),
    )
  }
})

test('the operator makes organizations, and an organization does not', async () => {
  const made = await operator('POST', '/v1/organizations', {
    name: 'Second',
    webhookUrl: 'https://hooks.example.com/b',
  })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), `/v1/organizations/${made.body.data.orgId}`)
  assert.deepEqual(Object.keys(made.body.data), ['orgId', 'name', 'authToken', 'webhookUrl'])
  const read = await apiAs(made.body.data.authToken)('GET', '/v1/organizations/me')
  assert.deepEqual(read.body.data, made.body.data)

  const refused = await api('POST', '/v1/organizations', { name: 'Third' })
  assert.equal(refused.status, 403)
  const elsewhere = await operator('GET', '/v1/organizations/me')
  assert.equal(elsewhere.body.error.code, 'FORBIDDEN')
})

test('a repeated create with one Idempotency-Key replays without the token', async () => {
  const headers = { 'Idempotency-Key': 'second-organization' }
  const first = await operator('POST', '/v1/organizations', { name: 'Once' }, headers)
  const again = await operator('POST', '/v1/organizations', { name: 'Once' }, headers)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.body.data.orgId, first.body.data.orgId)
  assert.match(again.body.data.authToken, /^srl_live_.{0,3}…$/)
  const stored = await services.db.selectFrom('idempotency_keys').select('body').execute()
  assert.ok(!JSON.stringify(stored).includes(first.body.data.authToken))
})

test('rotation gives a new token and lets the old one work for its grace', async () => {
  const { token: old, api: oldApi } = await addOrganization()
  const rotated = await oldApi('POST', '/v1/organizations/me/auth-token/rotate', { graceSecs: 60 })
  assert.equal(rotated.status, 200)
  const { authToken } = rotated.body.data
  assert.notEqual(authToken, old)
  assert.equal((await oldApi('GET', '/v1/organizations/me')).body.data.authToken, old)
  assert.equal((await apiAs(authToken)('GET', '/v1/organizations/me')).body.data.authToken, authToken)

  await apiAs(authToken)('POST', '/v1/organizations/me/auth-token/rotate', { graceSecs: 0 })
  assert.match((await apiAs(authToken)('GET', '/v1/organizations/me')).body.message, /revoked/)
})

test('no token is readable at rest', async () => {
  const rows = await services.db.selectFrom('tokens').selectAll().execute()
  const text = JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('latin1') })))
  assert.ok(rows.length > 0)
  assert.ok(!text.includes(token))
  for (const row of rows) assert.equal(row.token_hash.length, 32)
})

test('the operator renews the token of an organization that has lost its own', async () => {
  const lost = await addOrganization()
  const rotated = await operator('POST', `/v1/organizations/${lost.orgId}/auth-token/rotate`, {
    graceSecs: 0,
  })
  assert.equal(rotated.status, 200)
  assert.equal((await apiAs(rotated.body.data.authToken)('GET', '/v1/limits')).status, 200)
  assert.equal((await lost.api('GET', '/v1/limits')).status, 401)
  for (const id of ['me', 'org_unknown']) {
    const unknown = await operator('POST', `/v1/organizations/${id}/auth-token/rotate`, {})
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'ORGANIZATION_NOT_FOUND'], id)
  }
})

test('the file with the token changes only once the database has the new one', async (t) => {
  const { dataDir } = services.config
  const { token: kept, api: keptApi } = await addOrganization()
  const path = '/v1/organizations/me/auth-token/rotate'
  writeTokenFile(dataDir, kept)
  const headers = { 'Idempotency-Key': 'rotation that cannot be stored' }
  await sql`alter table idempotency_keys add constraint refuses check (key <> ${sql.lit(headers['Idempotency-Key'])})`.execute(
    services.db,
  )
  t.after(() => sql`alter table idempotency_keys drop constraint refuses`.execute(services.db))
  const failed = await keptApi('POST', path, {}, headers)
  assert.equal(failed.status, 500)
  assert.equal(readTokenFile(dataDir), kept)

  const rotated = await keptApi('POST', path, {}, { 'Idempotency-Key': 'another' })
  assert.equal(readTokenFile(dataDir), rotated.body.data.authToken)
  await api('POST', path, {})
  assert.equal(readTokenFile(dataDir), rotated.body.data.authToken, 'of another organization')
})
