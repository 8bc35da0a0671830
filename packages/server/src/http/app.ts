import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RouteOptions,
} from 'fastify'
import type { z } from 'zod'
import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { createRateLimit } from './auth/rate-limit.ts'
import { registerAuth } from './auth/register-auth.ts'
import { createFailureLog } from './monitor/failure-log.ts'
import { registerRequestLog } from './monitor/request-log.ts'
import { registerRequestScope } from './monitor/request-scope.ts'
import { describeApi, type OpenApiDocument } from './openapi/document.ts'
import { runAtOnce, runInPieces } from './openapi/in-pieces.ts'
import { createRequestCheck } from './request/check-request.ts'
import { findHostError } from './request/host-header.ts'
import { registerJsonBody } from './request/json-body.ts'
import { readRequestId } from './request/request-id.ts'
import { BASE_HEADERS, HTTPS_HEADER } from './response/base-headers.ts'
import { checkResponse } from './response/check-response.ts'
import { buildFailure, toServiceError } from './response/failures.ts'
import { registerNotFound } from './response/not-found.ts'
import { ALL_ROUTES } from './routes/all-routes.ts'
import type { App, Routes } from './routes/route.ts'
import { type ConnectionLimit, createConnectionLimit } from './server/connection-limit.ts'
import { createHttpServer, KEPT_CONNECTION } from './server/create-server.ts'
import { registerProxyWatch } from './server/proxy-watch.ts'
import { findPublicUrl } from './server/public-url.ts'
import { createRawResponses } from './server/raw-responses.ts'

const MAX_PATH_PARAMETER_CHARACTERS = 4096

/** What a worker and tests ask for beside the settings. */
export type AppOptions = {
  /** Instead of those of the API: a worker serves only probes. */
  routes?: Routes[]
  /** Holds every response against the contract's schema and fails on any difference. */
  checkResponses?: boolean
  /** When a JSON body is given up. */
  bodyTimeoutMs?: number
  /** When headers that do not come are given up. */
  headersTimeoutMs?: number
  /** Further routes, after those of the API. */
  extraRoutes?: Routes[]
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifyInstance {
    /** Where clients reach the service, without a slash at the end. */
    publicUrl(): string
    /** Every route, as it was registered. */
    routeList: RouteOptions[]
    /** The description of all of them, at once. */
    openApi(): OpenApiDocument
    /** The same, made while others are served. */
    describe(): Promise<OpenApiDocument>
  }
}

/** The API: every route of the service with the conventions they share. */
export async function createApp(services: Services, options: AppOptions = {}): Promise<App> {
  const connectionLimit = createConnectionLimit(services)
  const sendFailure = createFailureSender(services)
  const app = createBareApp(services, options, { connectionLimit, sendFailure })
  registerDescription(app, services)
  app.setErrorHandler(sendFailure)
  registerJsonBody(app, { maxBytes: services.config.maxBodyBytes, timeoutMs: options.bodyTimeoutMs })
  registerSchemas(app, options)
  registerRequestScope(app, services)
  registerRequestLog(app, services)
  rejectWhileClosing(app, services)
  connectionLimit.register(app)
  registerProxyWatch(app, services)
  const rateLimit = createRateLimit(services)
  registerAuth(app, services, rateLimit)
  rateLimit.afterAuth(app)
  registerNotFound(app)
  for (const routes of [...(options.routes ?? ALL_ROUTES), ...(options.extraRoutes ?? [])]) {
    routes(app as App, services)
    // What was registered in a scope of its own comes now, so that the list of routes keeps its order.
    await app.after()
  }
  await app.ready()
  return app as App
}

function createBareApp(
  services: Services,
  { headersTimeoutMs }: AppOptions,
  { connectionLimit, sendFailure }: { connectionLimit: ConnectionLimit; sendFailure: FailureSender },
): FastifyInstance {
  const responses = createRawResponses({
    publicUrl: () => findPublicUrl(services.config, app.server),
    onRefused: (facts) => services.log.info(facts, 'request refused'),
  })
  const app: FastifyInstance = fastify({
    loggerInstance: services.log,
    // Fastify's own lines hold the address with its query; monitor/request-log.ts writes ours.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A logger of its own for every request costs more than the line it writes; our lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: readRequestId,
    trustProxy: services.config.trustProxy.length > 0 ? services.config.trustProxy : false,
    // While stopping, the hook below responds with the envelope.
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    bodyLimit: services.config.maxBodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PATH_PARAMETER_CHARACTERS },
    serverFactory: (onRequest) =>
      createHttpServer(onRequest, { responses, connectionLimit, headersTimeoutMs }),
    clientErrorHandler: responses.onClientError,
    frameworkErrors: (error, request, reply) => {
      setBaseHeaders(services, request, reply)
      sendFailure(error, request, reply)
    },
  }) as unknown as FastifyInstance
  return app
}

function registerDescription(app: FastifyInstance, { config }: Services): void {
  const routes: RouteOptions[] = []
  let document: OpenApiDocument | undefined
  app.addHook('onRoute', (route) => void routes.push(route))
  app.decorate('publicUrl', () => findPublicUrl(config, app.server))
  app.decorate('routeList', routes)
  app.decorate('openApi', () => {
    document ??= runAtOnce(describeApi(routes, app.publicUrl()))
    return document
  })
  let describing: Promise<OpenApiDocument> | undefined
  app.decorate('describe', () => {
    describing ??= document ? Promise.resolve(document) : runInPieces(describeApi(routes, app.publicUrl()))
    return describing
  })
}

/** The first thing that happens to every request. */
function rejectWhileClosing(app: FastifyInstance, services: Services): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    setBaseHeaders(services, request, reply)
    if (isClosing) {
      const headers = { 'Retry-After': '5', Connection: 'close' }
      return done(
        new ServiceError('UNAVAILABLE', { message: 'The service is stopping. Try again shortly.', headers }),
      )
    }
    const message = findHostError(request.raw)
    done(message === undefined ? undefined : new ServiceError('BAD_REQUEST', { message }))
  })
}

function setBaseHeaders({ config }: Services, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(BASE_HEADERS)
  reply.header('X-Request-Id', request.id)
  if (config.publicUrl?.startsWith('https:')) reply.headers(HTTPS_HEADER)
}

/** Schemas are checked by a hook of ours, which sees all parts of a request at once; Fastify's own step is idle. */
function registerSchemas(app: FastifyInstance, { checkResponses }: AppOptions): void {
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(({ schema }) =>
    checkResponses ? (response) => checkResponse(schema as unknown as z.ZodType, response) : JSON.stringify,
  )
  app.addHook('onRoute', (route) => {
    route.preValidation = [createRequestCheck(route), ...[route.preValidation ?? []].flat()]
  })
}

type FailureSender = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

/** The only error handler. */
function createFailureSender(services: Services): FailureSender {
  const logFailure = createFailureLog(services)
  return (error, request, reply) => {
    const failure = toServiceError(error)
    logFailure(failure, request)
    keepConnection(request, reply)
    const publicUrl = findPublicUrl(services.config, request.server.server)
    reply
      .code(failure.status)
      .headers(failure.headers)
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send(buildFailure(failure, { requestId: request.id, publicUrl }))
  }
}

/** Fastify closes after any error in a body, because more of it may come; where all of it is here, the next request needs no new connection. */
function keepConnection(request: FastifyRequest, reply: FastifyReply): void {
  const isForBody = reply.hasHeader('connection') && !reply.raw.hasHeader('connection')
  if (isForBody && request.raw.complete && reply.raw.shouldKeepAlive) reply.headers(KEPT_CONNECTION)
}
