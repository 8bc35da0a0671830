// What a server hands to the reference's renderer, which the build makes of docs/render-docs.tsx. Types only: the pages
// know no server, and the server knows no component.

type Named<Part> = Record<string, Part>

/** What the reference reads of a JSON Schema. */
export type Schema = {
  type?: string | string[]
  properties?: Named<Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  description?: string
  $ref?: string
  [keyword: string]: unknown
}

export type Parameter = {
  name?: string
  in?: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema?: Schema
  $ref?: string
}

/** What is sent, by media type. */
export type Content = Named<{ schema: Schema; examples?: Named<{ summary?: string; value?: unknown }> }>

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Named<string[]>[]
  'x-scope'?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Named<{ content?: Content }>
}

/** What the reference reads of an OpenAPI document. */
export type ApiDocument = {
  info: { title: string; version: string; summary: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Named<Named<Operation>>
  webhooks: Named<{ post: Operation }>
  components: {
    schemas: Named<Schema>
    parameters: Named<Parameter>
    examples: Named<{ value: unknown }>
  }
}

/** A code that clients meet; those of renders have no status. */
export type ErrorEntry = { status?: number; text: string; hint: string; retryable: boolean }

/** Every code, of requests, of renders and assets, and of deliveries. */
export type ErrorCatalogue = {
  version: string
  errors: Named<ErrorEntry>
  failures: Named<ErrorEntry>
  deliveries: Named<ErrorEntry>
}

/** Writes the pages of the reference as HTML, into the document that was built for them. */
export type DocsRenderer = {
  /** The largest page, step by step: a server has others to serve meanwhile. */
  renderReference(document: ApiDocument, catalogue: ErrorCatalogue, shell: string): Generator<void, string>
  renderErrors(catalogue: ErrorCatalogue, shell: string): string
}
