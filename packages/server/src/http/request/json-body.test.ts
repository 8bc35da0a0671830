import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { startService } from '../../../testing/start-service.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from '../routes/route.ts'

const echoRoutes: Routes = (app) => {
  app.post('/v1/echo', { schema: { body: z.looseObject({}) } }, async ({ body }) => ok(body))
}

const service = await startService({ after }, { app: { extraRoutes: [echoRoutes] } })

function send(body: string | Uint8Array, headers: Record<string, string> = {}) {
  return service.api('POST', '/v1/echo', body, headers)
}

test('NUL and half surrogates are refused wherever they stand, and the field is named', async () => {
  const cases: [body: string, field: string][] = [
    ['{"name":"a\\u0000b"}', 'name'],
    ['{"a":[{"b":["ok","\\ud83d"]}]}', 'a[0].b[1]'],
    ['{"list":{"bad\\u0000key":1}}', 'list.bad␀key'],
    ['"\\udc00"', 'body'],
  ]
  for (const [body, field] of cases) {
    const answer = await send(body)
    assert.equal(answer.body.error?.code, 'INVALID_CHARACTERS', body)
    assert.equal(answer.body.error.details[0].field, field)
    assert.ok(answer.body.message.startsWith(field), answer.body.message)
  }
})

test('bytes that are not UTF-8 are refused', async () => {
  const answer = await send(Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d))
  assert.equal(answer.body.error.code, 'INVALID_CHARACTERS')
})

test('keys that reach into the prototype are refused', async () => {
  for (const body of [
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"constructor":{"prototype":{"x":1}}}',
  ]) {
    assert.equal((await send(body)).body.error?.code, 'UNSAFE_JSON', body)
  }
  assert.equal((await send('{"constructor":"a team"}')).status, 200)
})

test('depth and number of values are bounded', async () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  assert.equal((await send(deep(32))).status, 200)
  assert.equal((await send(deep(33))).body.error.code, 'UNSAFE_JSON')
  assert.equal((await send(deep(100_000))).body.error.code, 'UNSAFE_JSON')
  assert.equal((await send(`{"a":[${'0,'.repeat(400_000)}0]}`)).body.error.code, 'UNSAFE_JSON')
})

test('a syntax error is told by its place, without the text around it', async () => {
  const { body } = await send('{\n  "token": "srl_live_secret",\n  "b": oops\n}')

  assert.equal(body.error.code, 'INVALID_JSON')
  assert.match(body.message, /line 3, column 8/)
  assert.doesNotMatch(JSON.stringify(body), /srl_live_secret|oops/)
})

test('a byte order mark, duplicate keys and other kinds of JSON are taken', async () => {
  const { body } = await send('\ufeff{"a":1,"a":2}', {
    'Content-Type': 'application/merge-patch+json; charset=utf-8',
  })
  assert.deepEqual(body.data, { a: 2 })
})
