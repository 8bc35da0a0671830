import { ERRORS, type ErrorCode } from '@songreel/contract'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import type { NamedExamples, RecordedCall } from '../../examples/recorded-examples.ts'
import { BYTES, type Content } from './bodies.ts'
import type { SchemaBook } from './json-schema.ts'
import { takesIdempotencyKey } from './route-errors.ts'

/** One response of a call. */
export type ResponseObject = {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Content
}

/** What a call returns when it works, with what it really returned when the examples were recorded. */
export function describeSuccesses(
  route: RouteOptions,
  book: SchemaBook,
  { responses }: RecordedCall,
): Record<string, ResponseObject> {
  const { schema, config } = route
  const successes: Record<string, ResponseObject> = {}
  const declared = Object.entries((schema?.response ?? {}) as Record<string, z.ZodType>)
  for (const [status, body] of declared) {
    const described = book.describe(body, 'output')
    successes[status] = {
      description: status === '201' ? 'Created' : 'Done',
      headers: listSuccessHeaders(route, status),
      content: {
        'application/json': { schema: described, examples: pickExamples(responses[status], false) },
      },
    }
  }
  if (config?.responseType) {
    const json = successes['200']?.content
    // Where the request chooses between JSON and files, texts are examples of the files.
    const files = json ? { 200: pickExamples(responses['200'], true) } : responses
    const types = [config.responseType].flat().map((type) => [type, describeContent(type, files)] as const)
    const content = { ...Object.fromEntries(types), ...json }
    successes['200'] = { description: 'Done', headers: header(['X-Request-Id']), content }
    if (takesRange(route))
      successes['206'] = {
        description: 'The bytes requested with `Range`',
        headers: header(['X-Request-Id']),
        content,
      }
  }
  for (const [status, description] of Object.entries(config?.emptyResponses ?? {}))
    successes[status] = { description, headers: header(['X-Request-Id']) }
  return successes
}

function pickExamples(examples: NamedExamples = {}, isText: boolean): NamedExamples {
  const picked = Object.entries(examples).filter(([, { value }]) => (typeof value === 'string') === isText)
  return Object.fromEntries(picked)
}

function takesRange({ schema }: RouteOptions): boolean {
  return schema?.headers instanceof z.ZodObject && 'Range' in schema.headers.shape
}

function describeContent(type: string, responses: RecordedCall['responses']): Content[string] {
  const isText = type.startsWith('text/') || type === 'application/json'
  if (!isText) return { schema: BYTES }
  const schema = type === 'application/json' ? { type: 'object' } : { type: 'string' }
  return { schema, examples: responses['200'] }
}

function listSuccessHeaders(route: RouteOptions, status: string) {
  const names = ['X-Request-Id']
  if (status === '201') names.push('Location')
  if (takesIdempotencyKey(route)) names.push('Idempotency-Replayed')
  if (route.url.startsWith('/v1'))
    names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy')
  return header(names)
}

const FAILURE_HEADERS: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The errors of a call, one response per status. The codes stand in words and examples: a client must take new ones. */
export function describeFailures(codes: ErrorCode[]): Record<string, ResponseObject> {
  const byStatus = Map.groupBy(codes, (code) => String(ERRORS[code].status))
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\` ${ERRORS[code].text}`).join('\n\n'),
        headers: header(['X-Request-Id', ...(FAILURE_HEADERS[status] ?? [])]),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            examples: Object.fromEntries(
              group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  )
}

function header(names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
