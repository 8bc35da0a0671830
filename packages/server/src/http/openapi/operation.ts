import { ERRORS, type ErrorCode } from '@songreel/contract'
import type { RouteOptions } from 'fastify'
import type { z } from 'zod'
import { exampleOf } from './example.ts'
import type { JsonSchema, SchemaBook } from './json-schema.ts'
import { operationIdOf } from './operation-id.ts'
import { errorCodesOf, scopeOfRoute } from './route-errors.ts'

/** A parameter of a call, in path, query or header. */
export type Parameter = {
  name?: string
  in?: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: JsonSchema
  $ref?: string
}

type Content = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, { $ref: string }> }
>

/** One answer of a call. */
export type Answer = { description: string; headers?: Record<string, { $ref: string }>; content?: Content }

/** One call of the API. */
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
}

/** Describes a route as OpenAPI does. */
export function operationOf(route: RouteOptions, book: SchemaBook): Operation {
  const { schema } = route
  const method = route.method as string
  const parameters = parametersOf(route, book)
  const requestBody = requestBodyOf(route, book)
  return {
    operationId: schema?.operationId ?? operationIdOf(method, route.url),
    tags: schema?.tags ?? ['Service'],
    summary: schema?.summary ?? '',
    ...(schema?.description && { description: schema.description }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successesOf(route, book), ...failuresOf(errorCodesOf(route)) },
  }
}

function securityOf(route: RouteOptions): Record<string, string[]>[] {
  const scope = scopeOfRoute(route)
  if (scope === 'open') return []
  return scope === 'operator' ? [{ operator: [] }] : [{ bearer: [scope] }, { apiKey: [scope] }]
}

function parametersOf({ schema, method, url }: RouteOptions, book: SchemaBook): Parameter[] {
  const isWrite = method !== 'GET'
  return [
    ...fieldsOf(schema?.params as z.ZodType | undefined, 'path', book),
    ...fieldsOf(schema?.querystring as z.ZodType | undefined, 'query', book),
    ...(method === 'POST' && url.startsWith('/v1')
      ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
      : []),
    ...(isWrite && schema?.body ? [{ $ref: '#/components/parameters/Prefer' }] : []),
  ]
}

function fieldsOf(schema: z.ZodType | undefined, place: 'path' | 'query', book: SchemaBook): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = resolve(book.describe(schema, 'input'), book)
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    const isRequired = place === 'path' || required.includes(name)
    return { name, in: place, required: isRequired, ...(description && { description }), schema: rest }
  })
}

/** Parameters are listed one by one, so a named schema for all of them together would only be clutter. */
function resolve(schema: JsonSchema, book: SchemaBook): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  if (!name) return schema
  const found = book.schemas[name] ?? {}
  delete book.schemas[name]
  return found
}

function requestBodyOf({ schema, config }: RouteOptions, book: SchemaBook): Operation['requestBody'] {
  if (config?.bodyTypes) {
    return {
      required: true,
      content: Object.fromEntries(config.bodyTypes.map((type) => [type, fileContentOf(type)])),
    }
  }
  if (!schema?.body) return undefined
  const described = book.describe(schema.body as z.ZodType, 'input')
  const named = book.schemas[described.$ref?.split('/').at(-1) ?? ''] ?? described
  const content = { schema: described, example: exampleOf(described, book.schemas) }
  return { required: (named.required ?? []).length > 0, content: { 'application/json': content } }
}

function fileContentOf(type: string): { schema: JsonSchema } {
  if (type !== 'multipart/form-data') return { schema: {} }
  return {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: '*/*' } },
      required: ['file'],
    },
  }
}

function successesOf(
  { schema, config, method, url }: RouteOptions,
  book: SchemaBook,
): Record<string, Answer> {
  const answers: Record<string, Answer> = {}
  const declared = Object.entries((schema?.response ?? {}) as Record<string, z.ZodType>)
  for (const [status, answer] of declared) {
    const described = book.describe(answer, 'output')
    answers[status] = {
      description: status === '201' ? 'Created' : 'Done',
      headers: successHeadersOf({ status, isPost: method === 'POST', isOpen: !url.startsWith('/v1') }),
      content: { 'application/json': { schema: described, example: exampleOf(described, book.schemas) } },
    }
  }
  if (config?.answerType) {
    const content = {
      [config.answerType]: { schema: config.answerType.startsWith('text/') ? { type: 'string' } : {} },
    }
    answers['200'] = { description: 'Done', headers: header(['X-Request-Id']), content }
  }
  return answers
}

function successHeadersOf({ status, isPost, isOpen }: { status: string; isPost: boolean; isOpen: boolean }) {
  const names = ['X-Request-Id']
  if (status === '201') names.push('Location')
  if (isPost && !isOpen) names.push('Idempotency-Replayed')
  if (!isOpen) names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy')
  return header(names)
}

const FAILURE_HEADERS: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

function failuresOf(codes: ErrorCode[]): Record<string, Answer> {
  const byStatus = Map.groupBy(codes, (code) => String(ERRORS[code].status))
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\` ${ERRORS[code].text}`).join('\n\n'),
        headers: header(['X-Request-Id', ...(FAILURE_HEADERS[status] ?? [])]),
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, codeSchemaOf(group)] },
            examples: Object.fromEntries(
              group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  )
}

function codeSchemaOf(codes: ErrorCode[]): JsonSchema {
  const error = { type: 'object', properties: { code: { type: 'string', enum: codes } } }
  return { type: 'object', properties: { error } }
}

function header(names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
