import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { startService } from '../../../testing/start-service.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { makeToken } from '../../tokens/token.ts'
import { createAuthenticator } from './authenticator.ts'

const { api, apiAs, token, url, addOrganization, services } = await startService({ after })

test('the four ways in which a token can be wrong have four sentences', async () => {
  const revoked = await addOrganization()
  await services.db
    .updateTable('tokens')
    .set({ revoked_at: new Date() })
    .where('org_id', '=', revoked.orgId)
    .execute()
  const sentences = {
    missing: await apiAs(undefined)('GET', '/v1/limits'),
    malformed: await apiAs(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`)('GET', '/v1/limits'),
    unknown: await apiAs(makeToken())('GET', '/v1/limits'),
    revoked: await revoked.api('GET', '/v1/limits'),
  }
  for (const [kind, answer] of Object.entries(sentences)) {
    assert.equal(answer.status, 401, kind)
    assert.equal(answer.body.error.code, 'UNAUTHENTICATED')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
  }
  assert.match(sentences.missing.body.message, /^No token was sent/)
  assert.match(sentences.malformed.body.message, /malformed/)
  assert.match(sentences.unknown.body.message, /not known here/)
  assert.match(sentences.revoked.body.message, /revoked/)
})

test('a refused token is never echoed whole', async () => {
  for (const stranger of [makeToken(), 'x'.repeat(40), `srl_live_${'9'.repeat(38)}`]) {
    const { body } = await apiAs(stranger)('GET', '/v1/limits')
    assert.ok(!JSON.stringify(body).includes(stranger.slice(0, 13)), stranger)
  }
})

test('X-Api-Key is taken like a Bearer token, and other schemes are not', async () => {
  const byKey = await fetch(`${url}/v1/limits`, { headers: { 'X-Api-Key': token } })
  assert.equal(byKey.status, 200)
  const basic = await fetch(`${url}/v1/limits`, { headers: { Authorization: `Basic ${token}` } })
  assert.equal(basic.status, 401)
})

test('nothing under /v1 is open but the OpenAPI document', async () => {
  const nobody = apiAs(undefined)
  assert.equal((await nobody('GET', '/v1/openapi.json')).status, 200)
  assert.equal((await nobody('GET', '/v1/artists')).status, 401)
  assert.equal((await nobody('POST', '/v1/artists', { name: 'x' })).status, 401)
})

test('a token is noted as used', async () => {
  const other = await addOrganization()
  await other.api('GET', '/v1/limits')
  await api('GET', '/v1/limits')
  const read = () =>
    services.db
      .selectFrom('tokens')
      .select('last_used_at')
      .where('org_id', '=', other.orgId)
      .executeTakeFirstOrThrow()
  await waitFor('it is noted', async () => (await read()).last_used_at !== null)
})

test('an unknown and a revoked token take the same way: one read each, nothing written, nothing remembered', async () => {
  const { orgId, token: revoked } = await addOrganization()
  const revoked_at = new Date()
  await services.db.updateTable('tokens').set({ revoked_at }).where('org_id', '=', orgId).execute()
  const asked: string[] = []
  const read: typeof services.read = (text, values) => {
    asked.push(`${text} ${values.length}`)
    return services.read(text, values)
  }
  const built = services.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // What is built, and what is a fixed text.
  const db: typeof built = Object.assign(built, {
    executeQuery: ((query) => {
      asked.push('sql' in query ? query.sql : query.compile().sql)
      return services.db.executeQuery(query)
    }) as typeof built.executeQuery,
  })
  const { authenticate } = createAuthenticator({ ...services, db, read })
  const callsOf = async (one: string) => {
    asked.length = 0
    for (let call = 0; call < 3; call++)
      await assert.rejects(authenticate({ headers: { authorization: `Bearer ${one}` } } as FastifyRequest))
    return [...asked]
  }
  const unknown = await callsOf(makeToken())
  assert.equal(unknown.length, 3)
  assert.deepEqual(await callsOf(revoked), unknown)
  await authenticate({ headers: { authorization: `Bearer ${token}` } } as FastifyRequest)
  assert.ok(
    asked.some((text) => text.startsWith('update tokens')),
    'the use of a good token is noted, so the test could have failed',
  )
})
