import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { signEvent } from '../../testing/sign-event.ts'
import { webhookHandler as expressHandler } from './express.ts'
import { webhookHandler as fastifyHandler } from './fastify.ts'
import { webhookHandler as honoHandler } from './hono.ts'
import { webhookHandler as nextHandler } from './next.ts'
import type { OnEvent } from './receive-event.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const BODY = '{"type": "ping",  "data": {"message": "größer ✓"}}'

type Send = (request: Request) => Promise<Response> | Response
type Start = (t: TestContext, onEvent: OnEvent) => Promise<Send> | Send

/** The same route in every framework. */
const FRAMEWORKS: Record<string, Start> = {
  'Express, before its JSON parser': (t, onEvent) => {
    const app = express()
    app.post('/hooks', expressHandler(onEvent, { secret }))
    app.use(express.json())
    return listen(t, app)
  },
  'Express, behind express.raw': (t, onEvent) => {
    const app = express()
    app.post('/hooks', express.raw({ type: 'application/json' }), expressHandler(onEvent, { secret }))
    return listen(t, app)
  },
  Fastify: async (t, onEvent) => {
    const app = fastify()
    t.after(() => app.close())
    app.register(fastifyHandler('/hooks', onEvent, { secret }))
    app.post('/other', async ({ body }) => ({ parsed: typeof body }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const other = await fetch(`http://127.0.0.1:${port}/other`, post(BODY))
    assert.deepEqual(await other.json(), { parsed: 'object' })
    return forward(port)
  },
  Hono: (_, onEvent) => new Hono().post('/hooks', honoHandler(onEvent, { secret })).fetch,
  Next: (_, onEvent) => nextHandler(onEvent, { secret }),
}

for (const [name, start] of Object.entries(FRAMEWORKS)) {
  test(`${name}: an event is handled once it is verified`, async (t) => {
    const types: string[] = []
    const send = await start(t, ({ type, data }) => {
      types.push(type)
      if (JSON.stringify(data).includes('trouble')) throw new Error('secret of the receiver')
    })
    const good = await send(ask(BODY, signEvent(BODY, secret)))
    assert.deepEqual([good.status, await good.text()], [204, ''])

    const forged = await send(ask(BODY, signEvent(`${BODY} `, secret)))
    assert.equal(forged.status, 400)
    assert.equal((await forged.json()).reason, 'wrong_secret')

    const trouble = BODY.replace('größer', 'trouble')
    const failed = await send(ask(trouble, signEvent(trouble, secret)))
    assert.equal(failed.status, 500)
    assert.doesNotMatch(await failed.text(), /secret of the receiver/)
    assert.deepEqual(types, ['ping', 'ping'])
  })
}

test('Express behind its JSON parser says which trap it is in', async (t) => {
  const errors: unknown[] = []
  const app = express()
  app.use(express.json())
  app.post(
    '/hooks',
    expressHandler(() => {}, { secret, onError: (error) => errors.push(error) }),
  )
  const send = await listen(t, app)
  const response = await send(ask(BODY, signEvent(BODY, secret)))
  assert.equal(response.status, 400)
  assert.match((await response.json()).error, /already parsed.*before express\.json\(\)/)
  assert.match(String(errors[0]), /WebhookSignatureError: The body is already parsed/)
})

function post(body: string, headers = {}) {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
}

function ask(body: string, headers: object): Request {
  return new Request('http://localhost/hooks', post(body, headers))
}

async function listen(t: TestContext, app: RequestListener): Promise<Send> {
  const server = createServer(app)
  t.after(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return forward((server.address() as AddressInfo).port)
}

function forward(port: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers } = request
    return fetch(`http://127.0.0.1:${port}/hooks`, { method, headers, body: await request.arrayBuffer() })
  }
}
