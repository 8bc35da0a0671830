import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ERRORS, type ErrorCode, Failure, WebhookEvent, WebhookEventType } from '@songreel/contract'
import type { z } from 'zod'
import { startService } from '../../../testing/start-service.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { readExamples } from '../../examples/recorded-examples.ts'
import { checkResponse } from '../response/check-response.ts'
import { isPartOfTheApi } from './document.ts'
import { nameOperation } from './operation.ts'

const service = await startService({ after }, { hasWorker: true })
const { api, app } = service
const examples = readExamples(app.publicUrl())
const routes = app.routeList.filter(isPartOfTheApi)
const operations = Object.values(app.openApi().paths).flatMap((methods) => Object.values(methods))

test('every call has examples of what it takes and of every response it documents', () => {
  for (const { operationId, requestBody, responses } of operations) {
    const json = requestBody?.content['application/json']
    if (json) assert.ok(Object.keys(json.examples ?? {}).length > 0, `${operationId} has a request`)
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [type, { examples = {} }] of Object.entries(content)) {
        const isReadable = type === 'application/json' || (type.startsWith('text/') && type !== 'text/*')
        if (isReadable)
          assert.ok(Object.keys(examples).length > 0, `${operationId} has a ${status} as ${type}`)
      }
    }
  }
})

test('nothing is recorded of calls and events that are no more', () => {
  assert.deepEqual(
    Object.keys(examples.calls).sort(),
    operations.map(({ operationId }) => operationId).sort(),
  )
  assert.deepEqual(Object.keys(examples.errors), Object.keys(ERRORS))
  assert.deepEqual(Object.keys(examples.events), WebhookEventType.options)
})

for (const route of routes) {
  test(`the examples of ${nameOperation(route)} fit their schemas, every field and not one more`, () => {
    const { requests = {}, responses } = examples.calls[nameOperation(route)] ?? { responses: {} }
    const body = route.schema?.body as z.ZodType | undefined
    for (const { value } of Object.values(requests)) {
      const result = body?.safeParse(value)
      assert.ok(result?.success, result?.error?.message)
    }
    const schemas = (route.schema?.response ?? {}) as Record<string, z.ZodType>
    for (const [status, named] of Object.entries(responses)) {
      const schema = schemas[status]
      for (const { value } of Object.values(named)) {
        if (schema && typeof value !== 'string') checkResponse(schema, value)
        else assert.ok(route.config?.responseType, `${status} is documented`)
      }
    }
  })
}

test('the examples of errors are of their codes', () => {
  for (const [code, failure] of Object.entries(examples.errors)) {
    assert.equal(Failure.strict().parse(failure).error.code, code)
    assert.equal(failure.error.retryable, ERRORS[code as ErrorCode].retryable)
  }
})

test('the examples of events fit their schema', () => {
  for (const [type, event] of Object.entries(examples.events)) {
    assert.equal(event.type, type)
    checkResponse(WebhookEvent, event)
  }
})

test('no example says what can not be, and none shows a secret or an address of the recording', () => {
  const text = JSON.stringify(readExamples('https://songreel.example.com'), (_, value) => {
    if (value?.renderUrl) assert.equal(value.status, 'COMPLETED')
    if (value?.progress === 100) assert.equal(value.status, 'COMPLETED')
    return value
  })
  assert.deepEqual(text.match(/127\.0\.0\.1|localhost|operator-token/g), null)
  for (const [token] of text.matchAll(/srl_(?:live|test)_[^"\s]+/g)) assert.match(token, /^srl_\w+_9fJ2…/)
})

test('the first documented request makes a video as it stands', async () => {
  const [first] = Object.values(
    app.openApi().paths['/v1/batches']?.post?.requestBody?.content['application/json']?.examples ?? {},
  )
  const body = first?.value as { media: { audioUrl: string }; renders: { videoSettings: object }[] }
  assert.equal(body.media.audioUrl, `${app.publicUrl()}/demo/song.mp3`)
  assert.equal((await api('POST', '/v1/batches?dryRun=true', body)).status, 200)

  // The same, but small: the whole one is made whenever the examples are recorded.
  const small = { outputQuality: 'PREVIEW', audioStartEndSecs: { start: 0, end: 1 } }
  const renders = body.renders.map((one) => ({ ...one, videoSettings: { ...one.videoSettings, ...small } }))
  const { status, body: answer } = await api('POST', '/v1/batches', { ...body, renders })
  assert.equal(status, 201)
  const batch = await waitFor('the video is there', async () => {
    const { data } = (await api('GET', `/v1/batches/${answer.data.batchId}`)).body
    return data.isFinal && data
  })
  assert.equal(batch.status, 'COMPLETED', JSON.stringify(batch))
})
