import { ERRORS, type ErrorCode, Failure } from '@songreel/contract'
import type { RouteOptions } from 'fastify'
import { type RecordedExamples, readExamples } from '../../examples/recorded-examples.ts'
import { VERSION } from '../../version.ts'
import type { Steps } from './in-pieces.ts'
import { createSchemaBook, type JsonSchema } from './json-schema.ts'
import { describeOperation, type Operation, type Parameter } from './operation.ts'
import { ABOUT } from './prose.ts'
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './shared-parts.ts'
import { describeWebhooks } from './webhooks.ts'

type Named<Part> = Record<string, Part>

/** The description of the whole API, OpenAPI 3.1. */
export type OpenApiDocument = {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Named<Named<Operation>>
  webhooks: Named<{ post: Operation }>
  components: {
    schemas: Named<JsonSchema>
    parameters: Named<Parameter>
    headers: Named<{ description: string; schema: JsonSchema }>
    examples: Named<{ summary: string; value: unknown }>
    securitySchemes: Named<object>
  }
}

/** Makes the document from the routes themselves: what is checked is what is described. */
export function* describeApi(routes: RouteOptions[], publicUrl: string): Steps<OpenApiDocument> {
  const book = createSchemaBook()
  const examples = readExamples(publicUrl)
  yield
  book.describe(Failure, 'output')
  const paths: OpenApiDocument['paths'] = {}
  const described = routes.filter(isPartOfTheApi)
  for (const route of described) {
    const path = toOpenApiPath(route.url)
    paths[path] ??= {}
    paths[path][(route.method as string).toLowerCase()] = describeOperation(route, book, examples)
    yield
  }
  const webhooks = describeWebhooks(book, examples)
  yield
  return {
    openapi: '3.1.1',
    info: {
      title: 'Songreel',
      version: VERSION,
      ...ABOUT,
      contact: { name: 'Whoever runs this service', url: `${publicUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This service' }],
    tags: listTags(described),
    paths,
    webhooks,
    components: {
      schemas: sortKeys(book.schemas),
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: collectErrorExamples(paths, examples),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

function listTags(routes: RouteOptions[]): OpenApiDocument['tags'] {
  const tags = routes.flatMap(({ schema }) => schema?.tag ?? [])
  return [...new Map(tags.map((tag) => [tag.name, tag])).values()]
}

/** Pages are no calls, and HEAD goes without saying wherever there is a GET. */
export function isPartOfTheApi({ method, config }: RouteOptions): boolean {
  return method !== 'HEAD' && !config?.isPage
}

/** `/v1/media/:mediaId` as OpenAPI writes it. */
export function toOpenApiPath(url: string): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

/** The errors that some call can respond with; what belongs to no call (a wrong method, say) stands on the page of errors. */
function collectErrorExamples(paths: OpenApiDocument['paths'], { errors }: RecordedExamples) {
  const text = JSON.stringify(paths)
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) =>
    text.includes(`"#/components/examples/${code}"`),
  )
  return Object.fromEntries(codes.map((code) => [code, { summary: ERRORS[code].text, value: errors[code] }]))
}

function sortKeys<Value>(record: Named<Value>): Named<Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
