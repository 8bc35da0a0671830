import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '@songreel/contract'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'
import type { Services } from '../../services.ts'

/** Lets Fastify infer types from zod schemas. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** The application as route files see it. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypes
>

/** The routes of one resource. */
export type Routes = (app: App, services: Services) => void

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifySchema {
    /** The resource, as the reference groups its calls; the groups stand in the order of all-routes.ts. */
    tag?: { name: string; description: string }
    /** What the call does, as a phrase. */
    summary?: string
    /** More about it, in sentences; words in `backticks` are code. */
    description?: string
    /** Made from method and path where it is not given. */
    operationId?: string
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: see above.
  interface FastifyContextConfig {
    /** Codes this route can respond with beside those that follow from its schemas, scope and method. */
    errors?: readonly ErrorCode[]
    /** Not part of the API: a page or a file. Left out of the OpenAPI document. */
    isPage?: boolean
    /** What a body is when it is not JSON, by media type. */
    bodyTypes?: readonly string[]
    /** What a response is when it is not JSON: a media type, or several where the request chooses. */
    responseType?: string | readonly string[]
    /** Makes and changes nothing, though it is a POST: sending it twice needs no key. */
    leavesNothing?: boolean
    /** Responses without a body that are neither success nor error, and what they mean. */
    emptyResponses?: Readonly<Record<number, string>>
  }
}
