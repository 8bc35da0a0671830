import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ErrorDetail } from '@songreel/contract'
import { z } from 'zod'
import { startService } from '../../testing/start-service.ts'
import type { JsonSchema } from './openapi/json-schema.ts'

const { api, app, apiAs } = await startService({ after })

/** What zod says when nobody gives it better words, and our own words that say nothing. */
const NOT_FOR_USERS =
  /Invalid (input|option|value|key|element|string|number|date|ISO|UR[LI]|union|regex|format|type)|expected .* received|Too (big|small)|Unrecognized key|No matching|\bNaN\b|\bundefined\b|\[object|the form regex|not as it should be|ZodError/i

const BAD_VALUES: unknown[] = [
  ...[null, true, -1, 1.5, 1e99, '', 'nonsense', '\u200b', 'x'.repeat(3000)],
  ...[[], ['nonsense'], [null], [[]], {}, { nonsense: 1 }],
]

test('no fault of a body is told in words of the library that found it', async () => {
  let faults = 0
  for (const { method, url, schema } of app.routeList) {
    if (!(schema?.body instanceof z.ZodType) || method === 'PATCH') continue
    const described = z.toJSONSchema(schema.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const path = url.replace(/:\w+/g, 'nonsense')
    const call = url === '/v1/organizations' ? apiAs('operator-token-for-tests') : api
    for (const body of badBodiesOf(described)) {
      const { status, body: answer } = await call(String(method), path, JSON.stringify(body))
      assert.ok(status < 500, `${method} ${url} with ${JSON.stringify(body).slice(0, 200)}: ${status}`)
      if (status === 400) faults += assertWords(answer, `${method} ${url}`)
    }
  }
  assert.ok(faults > 2000, `${faults} faults were looked at`)
})

test('nor one of a query', async () => {
  let faults = 0
  for (const { method, url, schema } of app.routeList) {
    if (!(schema?.querystring instanceof z.ZodObject) || method === 'HEAD') continue
    for (const name of Object.keys(schema.querystring.shape)) {
      for (const value of ['', 'nonsense', '-1', '1.5', '1e99', 'x'.repeat(3000), `1&${name}=2`]) {
        const path = `${url.replace(/:\w+/g, 'nonsense')}?${name}=${value}`
        const { status, body } = await api(String(method), path, method === 'GET' ? undefined : {})
        if (status === 400) faults += assertWords(body, `${method} ${url}?${name}=${value.slice(0, 20)}`)
      }
    }
  }
  assert.ok(faults > 200, `${faults} faults were looked at`)
})

test('nor one of the data of a template', async () => {
  let faults = 0
  const { items } = (await api('GET', '/v1/contents')).body.data
  for (const { contentId, requiredDataSchema } of items) {
    for (const requiredData of badBodiesOf(requiredDataSchema)) {
      const { status, body } = await api('POST', '/v1/batches?dryRun=true', {
        artist: { name: 'Odalys Wren' },
        media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
        renders: [{ contentId, requiredData }],
      })
      if (status === 400) faults += assertWords(body, `${contentId} ${JSON.stringify(requiredData)}`)
    }
  }
  assert.ok(faults > 100, `${faults} faults were looked at`)
})

test('a preview names the fields of its own body', async () => {
  const requiredData = { customText: 5, nonsense: 1 }
  const { body } = await api('POST', '/v1/contents/BASE_ART_TRACK/preview', { requiredData })
  assert.equal(body.error.code, 'TEMPLATE_DATA_INVALID')
  assert.deepEqual(
    body.error.details.map(({ field }: ErrorDetail) => field),
    ['requiredData.customText', 'requiredData.nonsense'],
  )
  assert.equal(body.error.details[0].message, 'requiredData.customText must be a text. Seen: 5.')
  assert.doesNotMatch(JSON.stringify(body), /renders\[/)
})

/** Bodies in which everything is wrong in the same way: at the top, one level down, and so on to the leaves. */
function badBodiesOf(schema: JsonSchema): unknown[] {
  const bodies = [0, 1, 2, 3, 4].flatMap((depth) => BAD_VALUES.map((value) => fill(schema, value, depth)))
  return [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()]
}

function fill(schema: JsonSchema, value: unknown, depth: number): unknown {
  const inner = schema.anyOf?.[0] ?? schema.allOf?.[0] ?? schema
  if (depth === 0) return value
  if (inner.properties) {
    const fields = Object.entries(inner.properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, fill(field, value, depth - 1)]))
  }
  return inner.items ? [fill(inner.items, value, depth - 1)] : value
}

/** Every fault names its field, tells what was seen where something was, and is a sentence. Tells how many there were. */
function assertWords(
  { message, error }: { message: string; error: { details: ErrorDetail[] } },
  call: string,
): number {
  assert.doesNotMatch(message, NOT_FOR_USERS, `${call}: ${message}`)
  for (const { field, code, message } of error.details) {
    const told = `${call}: ${field} ${code}: ${message}`
    assert.doesNotMatch(message, NOT_FOR_USERS, told)
    assert.ok(message.startsWith(field === 'body' ? 'The body' : field), told)
    assert.match(message, /[.?]$/, told)
  }
  return error.details.length
}
