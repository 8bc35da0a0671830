import type { RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { RecordedExamples } from '../../examples/recorded-examples.ts'
import { routeScope } from '../auth/authenticator.ts'
import { type Content, requestBodyOf } from './bodies.ts'
import type { JsonSchema, SchemaBook } from './json-schema.ts'
import { operationIdOf } from './operation-id.ts'
import { type Answer, failuresOf, successesOf } from './responses.ts'
import { errorCodesOf, takesIdempotencyKey } from './route-errors.ts'

/** A parameter of a call, in path, query or header. */
export type Parameter = {
  name?: string
  in?: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
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
  responses: Record<string, Answer>
}

/** Describes a route as OpenAPI does. */
export function operationOf(route: RouteOptions, book: SchemaBook, examples: RecordedExamples): Operation {
  const { schema } = route
  const operationId = nameOfRoute(route)
  const recorded = examples.calls[operationId] ?? { requests: {}, responses: {} }
  const parameters = parametersOf(route, book)
  const requestBody = requestBodyOf(route, book, recorded)
  const summary = schema?.summary ?? ''
  return {
    operationId,
    tags: [schema?.tag?.name ?? 'Service'],
    summary,
    description: schema?.description ?? `${summary}.`,
    ...securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successesOf(route, book, recorded), ...failuresOf(errorCodesOf(route)) },
  }
}

/** What a route is called in clients that are made from the document. */
export function nameOfRoute({ schema, method, url }: RouteOptions): string {
  return schema?.operationId ?? operationIdOf(method as string, url)
}

function securityOf(route: RouteOptions): Pick<Operation, 'security' | 'x-scope'> {
  const scope = routeScope(route)
  if (scope === 'open') return { security: [] }
  if (scope === 'operator') return { security: [{ operator: [] }] }
  if (scope === 'recovery')
    return { security: [{ bearer: [] }, { apiKey: [] }, { operator: [] }], 'x-scope': 'admin' }
  return { security: [{ bearer: [] }, { apiKey: [] }], 'x-scope': scope }
}

function parametersOf(route: RouteOptions, book: SchemaBook): Parameter[] {
  const { schema, method } = route
  return [
    ...fieldsOf(schema?.params as z.ZodType | undefined, 'path', book),
    ...fieldsOf(schema?.querystring as z.ZodType | undefined, 'query', book),
    ...fieldsOf(schema?.headers as z.ZodType | undefined, 'header', book),
    ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(method !== 'GET' && schema?.body ? [{ $ref: '#/components/parameters/Prefer' }] : []),
  ]
}

/** The fields of a schema as parameters. */
export function fieldsOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query' | 'header',
  book: SchemaBook,
): Parameter[] {
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
