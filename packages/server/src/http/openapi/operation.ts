import type { RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { RecordedExamples } from '../../examples/recorded-examples.ts'
import { routeScope } from '../auth/authenticator.ts'
import { type Content, describeRequestBody } from './bodies.ts'
import type { JsonSchema, SchemaBook } from './json-schema.ts'
import { deriveOperationId } from './operation-id.ts'
import { describeFailures, describeSuccesses, type ResponseObject } from './responses.ts'
import { listErrorCodes, takesIdempotencyKey } from './route-errors.ts'

/** A parameter of a call, in path, query or header. */
export type Parameter = {
  name?: string
  in?: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  /** false for a list: its values are separated by commas. */
  explode?: false
  schema?: JsonSchema
  $ref?: string
}

/** One call of the API, or one that we make. */
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  /** What a token must be allowed to do. */
  'x-scope'?: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, ResponseObject>
}

/** Describes a route as OpenAPI does. */
export function describeOperation(
  route: RouteOptions,
  book: SchemaBook,
  examples: RecordedExamples,
): Operation {
  const { schema } = route
  const operationId = nameOperation(route)
  const recorded = examples.calls[operationId] ?? { requests: {}, responses: {} }
  const parameters = describeParameters(route, book)
  const requestBody = describeRequestBody(route, book, recorded)
  const summary = schema?.summary ?? ''
  return {
    operationId,
    tags: [schema?.tag?.name ?? 'Service'],
    summary,
    description: schema?.description ?? `${summary}.`,
    ...describeSecurity(route),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeSuccesses(route, book, recorded), ...describeFailures(listErrorCodes(route)) },
  }
}

/** What a route is called in clients that are made from the document. */
export function nameOperation({ schema, method, url }: RouteOptions): string {
  return schema?.operationId ?? deriveOperationId(method as string, url)
}

function describeSecurity(route: RouteOptions): Pick<Operation, 'security' | 'x-scope'> {
  const scope = routeScope(route)
  if (scope === 'open') return { security: [] }
  if (scope === 'operator') return { security: [{ operator: [] }] }
  if (scope === 'recovery')
    return { security: [{ bearer: [] }, { apiKey: [] }, { operator: [] }], 'x-scope': 'admin' }
  return { security: [{ bearer: [] }, { apiKey: [] }], 'x-scope': scope }
}

function describeParameters(route: RouteOptions, book: SchemaBook): Parameter[] {
  const { schema, method } = route
  return [
    ...listParameters(schema?.params as z.ZodType | undefined, 'path', book),
    ...listParameters(schema?.querystring as z.ZodType | undefined, 'query', book),
    ...listParameters(schema?.headers as z.ZodType | undefined, 'header', book),
    ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(method !== 'GET' && schema?.body ? [{ $ref: '#/components/parameters/Prefer' }] : []),
  ]
}

/** The fields of a schema as parameters. */
export function listParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query' | 'header',
  book: SchemaBook,
): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = resolve(book.describe(schema, 'input'), book)
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property
    const isRequired = place === 'path' || required.includes(name)
    return {
      name,
      in: place,
      required: isRequired,
      ...(description && { description }),
      ...(rest.type === 'array' && { explode: false }),
      schema: rest,
    }
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
