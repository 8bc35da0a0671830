import type { TestContext } from 'node:test'
import { ERRORS, type ErrorCode } from '@songreel/contract'
import { forgetReadings } from '../src/fetch-once.ts'
import { ORIGIN } from './dom.ts'

/** What was asked of the server: "POST /v1/shares", with its body. */
export type Asked = { call: string; query: Record<string, string>; body: unknown; headers: Headers }

type Given = { data: unknown; etag?: string } | { error: ErrorCode; message?: string; details?: unknown[] }

/** Stands for the server at the other end of the wire: responds to calls by their names, and notes them. */
export function serveApi(t: TestContext, responses: Record<string, (asked: Asked) => Given>): Asked[] {
  const all: Asked[] = []
  const before = globalThis.fetch
  forgetReadings()
  t.after(() => {
    globalThis.fetch = before
  })
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), ORIGIN)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = `${init.method ?? 'GET'} ${url.pathname}`
    const asked = {
      call,
      query: Object.fromEntries(url.searchParams),
      body,
      headers: new Headers(init.headers),
    }
    all.push(asked)
    return respond(responses[call]?.(asked) ?? { error: 'NOT_FOUND', message: `No response for ${call}` })
  }
  return all
}

function respond(given: Given): Response {
  const headers = { 'Content-Type': 'application/json' }
  if ('data' in given)
    return new Response(JSON.stringify({ success: true, message: 'ok', data: given.data }), {
      headers: { ...headers, ...(given.etag && { ETag: given.etag }) },
    })
  const { status, text, retryable } = ERRORS[given.error] as {
    status: number
    text: string
    retryable?: boolean
  }
  const message = given.message ?? text
  const error = { code: given.error, details: given.details ?? [], retryable: retryable ?? false }
  return new Response(JSON.stringify({ success: false, message, error, requestId: 'req_test' }), {
    status,
    headers,
  })
}
