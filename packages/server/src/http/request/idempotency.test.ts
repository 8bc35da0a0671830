import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { ADMIN_TOKEN, startService } from '../../../testing/start-service.ts'
import { ServiceError } from '../../errors.ts'
import { insertOrganization } from '../../store/organizations.ts'
import type { Routes } from '../routes/route.ts'
import { runIdempotent } from './idempotency.ts'

/** Makes one row per effect, so that effects can be counted. */
const effectRoutes: Routes = (app, services) => {
  app.post('/v1/effects', async (request, reply) =>
    runIdempotent(services, request, reply, async (db) => {
      const { name, fails } = request.body as { name: string; fails?: boolean }
      const { orgId } = await insertOrganization(db, { name })
      if (fails) throw new ServiceError('CONFLICT')
      const data = { orgId, secret: 'hush' }
      return { data, remembered: { orgId, secret: '…' }, message: 'Made', location: `/v1/effects/${orgId}` }
    }),
  )
}

const service = await startService({ after }, { app: { extraRoutes: [effectRoutes] } })
const { db } = service.services

function make(body: object, key?: string, api = service.api) {
  return api('POST', '/v1/effects', body, key === undefined ? {} : { 'Idempotency-Key': key })
}

async function countEffects(name: string): Promise<number> {
  const rows = await db.selectFrom('organizations').select('org_id').where('name', '=', name).execute()
  return rows.length
}

test('without a key every request has its effect', async () => {
  await Promise.all([make({ name: 'plain' }), make({ name: 'plain' })])
  assert.equal(await countEffects('plain'), 2)
})

test('a repeated request gets the stored answer, marked, without the secret and without a second effect', async () => {
  const first = await make({ name: 'twice' }, 'key-twice')
  const second = await make({ name: 'twice' }, 'key-twice')

  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.headers.get('location'), first.headers.get('location'))
  assert.deepEqual(second.body, { ...first.body, data: { orgId: first.body.data.orgId, secret: '…' } })
  assert.equal(await countEffects('twice'), 1)
})

test('the order of fields does not make another request, another value does', async () => {
  await make({ name: 'order', a: { x: 1, y: 2 } }, 'key-order')
  const same = await service.api('POST', '/v1/effects', '{"a":{"y":2,"x":1},"name":"order"}', {
    'Idempotency-Key': 'key-order',
  })
  const other = await make({ name: 'order', a: { x: 1, y: 3 } }, 'key-order')

  assert.equal(same.headers.get('idempotency-replayed'), 'true')
  assert.equal(other.status, 422)
  assert.equal(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('a hundred parallel requests with one key have one effect', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => make({ name: 'crowd' }, 'key-crowd')))
  const made = answers.filter(({ status }) => status === 201)
  const others = answers.filter(({ status }) => status !== 201)

  assert.equal(await countEffects('crowd'), 1)
  assert.ok(made.length >= 1)
  assert.equal(new Set(made.map(({ body }) => body.data.orgId)).size, 1)
  for (const { status, body, headers } of others) {
    assert.equal(status, 409)
    assert.equal(body.error.code, 'IDEMPOTENCY_IN_PROGRESS')
    assert.equal(headers.get('retry-after'), '1')
  }
  assert.equal((await make({ name: 'crowd' }, 'key-crowd')).headers.get('idempotency-replayed'), 'true')
})

test('a failure is not remembered and leaves no effect behind', async () => {
  assert.equal((await make({ name: 'retry', fails: true }, 'key-retry')).status, 409)
  assert.equal(await countEffects('retry'), 0)
  assert.equal((await make({ name: 'retry' }, 'key-retry')).status, 201)
})

test('a key belongs to its organization', async () => {
  const other = await service.addOrganization()
  await make({ name: 'mine' }, 'key-shared')
  const theirs = await make({ name: 'theirs' }, 'key-shared', other.api)

  assert.equal(theirs.status, 201)
  assert.equal(theirs.headers.get('idempotency-replayed'), null)
})

test("the operator's keys work too", async () => {
  const operator = service.apiAs(ADMIN_TOKEN)
  const create = () => operator('POST', '/v1/organizations', { name: 'Label' }, { 'Idempotency-Key': 'op-1' })
  const [first, second] = [await create(), await create()]

  assert.equal(first.status, 201)
  assert.equal(second.body.data.orgId, first.body.data.orgId)
  assert.notEqual(second.body.data.authToken, first.body.data.authToken)
})

test('a key older than a day is forgotten', async () => {
  const { body: first } = await make({ name: 'old' }, 'key-old')
  await db
    .updateTable('idempotency_keys')
    .set({ created_at: sql<string>`now() - interval '24 hours 1 second'` })
    .where('key', '=', 'key-old')
    .execute()
  const { body: second } = await make({ name: 'old' }, 'key-old')
  assert.notEqual(second.data.orgId, first.data.orgId)
})

test('a key that is empty, too long or not printable is refused', async () => {
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'schlüssel']) {
    const { status, body } = await make({ name: 'bad key' }, key)
    assert.equal(status, 400, key)
    assert.equal(body.error.details[0].field, 'Idempotency-Key')
  }
  assert.equal((await make({ name: 'good key' }, 'x'.repeat(255))).status, 201)
})

for (const [path, { post }] of Object.entries(service.app.openApi().paths)) {
  if (!post || path === '/v1/effects') continue
  const isDocumented = post.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ?? false
  test(`POST ${path} ${isDocumented ? 'looks at' : 'does without'} the key, as documented`, async () => {
    const filled = path
      .replace('{contentId}', 'BASE_BASIC_UNIFIED')
      .replace('{orgId}', 'me')
      .replace(/\{\w+\}/g, 'x')
    const [example] = Object.values(post.requestBody?.content['application/json']?.examples ?? {})
    const isFile = post.requestBody !== undefined && !post.requestBody.content['application/json']
    const headers = {
      'Idempotency-Key': 'x'.repeat(256),
      ...(isFile ? { 'Content-Type': 'text/plain' } : {}),
    }
    const isOperators = JSON.stringify(post.security) === '[{"operator":[]}]'
    const api = isOperators ? service.apiAs(ADMIN_TOKEN) : service.api
    const { status, body } = await api('POST', filled, isFile ? 'words' : (example?.value ?? {}), headers)
    if (isDocumented) assert.equal(body.error?.details[0]?.field, 'Idempotency-Key', JSON.stringify(body))
    // There may be nothing with the id that was put in.
    else assert.ok(status === 200 || status === 404, JSON.stringify(body))
  })
}

test('in any order of repeats there is one effect per key and body, and never an answer to another body', async () => {
  const step = fc.record({ key: fc.constantFrom('k1', 'k2'), name: fc.constantFrom('a', 'b') })
  await fc.assert(
    fc.asyncProperty(fc.uuid(), fc.array(step, { minLength: 1, maxLength: 6 }), async (run, steps) => {
      const owners = new Map<string, string>()
      for (const { key, name } of steps) {
        const { status, body } = await make({ name: `${run} ${name}` }, `${run} ${key}`)
        const owner = owners.get(key) ?? name
        owners.set(key, owner)
        assert.equal(status, owner === name ? 201 : 422, body.message)
      }
      const effects = (await countEffects(`${run} a`)) + (await countEffects(`${run} b`))
      assert.equal(effects, owners.size)
    }),
    { numRuns: 25, seed: 4400 },
  )
})
