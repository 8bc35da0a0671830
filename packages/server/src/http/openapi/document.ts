import { ERRORS, type ErrorCode, Failure } from '@songreel/contract'
import type { RouteOptions } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { VERSION } from '../../version.ts'
import { failureOf } from '../failures.ts'
import { createSchemaBook, type JsonSchema } from './json-schema.ts'
import { type Operation, operationOf, type Parameter } from './operation.ts'
import { ABOUT, TAGS } from './prose.ts'
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './shared-parts.ts'

type Named<Part> = Record<string, Part>

/** The description of the whole API, OpenAPI 3.1. */
export type OpenApiDocument = {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Named<Named<Operation>>
  components: {
    schemas: Named<JsonSchema>
    parameters: Named<Parameter>
    headers: Named<{ description: string; schema: JsonSchema }>
    examples: Named<{ summary: string; value: unknown }>
    securitySchemes: Named<object>
  }
}

/** Makes the document from the routes themselves: what is checked is what is described. */
export function createOpenApi(routes: RouteOptions[], publicUrl: string): OpenApiDocument {
  const book = createSchemaBook()
  book.describe(Failure, 'output')
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes.filter(isPartOfTheApi)) {
    const path = openApiPathOf(route.url)
    paths[path] ??= {}
    paths[path][(route.method as string).toLowerCase()] = operationOf(route, book)
  }
  const used = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  )
  return {
    openapi: '3.1.1',
    info: { title: 'Songreel', version: VERSION, ...ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl, description: 'This service' }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    components: {
      schemas: sortKeys(book.schemas),
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: examplesOf(publicUrl),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** Pages are no calls, and HEAD goes without saying wherever there is a GET. */
export function isPartOfTheApi({ method, config }: RouteOptions): boolean {
  return method !== 'HEAD' && !config?.isPage
}

/** `/v1/media/:mediaId` as OpenAPI writes it. */
export function openApiPathOf(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

function examplesOf(publicUrl: string): Named<{ summary: string; value: unknown }> {
  const requestId = 'rq_01K9ZB3Q4V8M7N6P5R2S1T0WXY'
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return Object.fromEntries(
    codes.map((code) => {
      const value = failureOf(new ServiceError(code, detailsOf(code)), { requestId, publicUrl })
      return [code, { summary: ERRORS[code].text, value }]
    }),
  )
}

function detailsOf(code: ErrorCode) {
  if (code !== 'VALIDATION_ERROR') return {}
  const message = 'name must not be empty. Seen: "".'
  return { message, details: [{ field: 'name', code: 'INVALID', message }] }
}

function sortKeys<Value>(record: Named<Value>): Named<Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
