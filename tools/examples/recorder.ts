import type { NamedExamples, RecordedCall } from '@songreel/server/internal/examples/recorded-examples.ts'
import { isPartOfTheApi } from '@songreel/server/internal/http/openapi/document.ts'
import { nameOperation } from '@songreel/server/internal/http/openapi/operation.ts'
import type { S3Store } from '@songreel/server/testing/s3-store.ts'
import type { Api, ApiResponse, TestService } from '@songreel/server/testing/start-service.ts'
import type { RouteOptions } from 'fastify'

/** One call that is worth showing. */
export type Call = {
  method: string
  path: string
  /** What the example is called; needed where a call has several. */
  name?: string
  /** What it shows. */
  summary: string
  body?: unknown
  headers?: Record<string, string>
  /** Instead of the organization's own token. */
  as?: Api
}

/** Makes calls and keeps what was sent and what came back. */
export type Recorder = {
  calls: Record<string, RecordedCall>
  /** The ids that responses have named, by the field they stood in: the latest of each. */
  ids: Record<string, string>
  /** The routes of which nothing is recorded yet. */
  findMissing(): RouteOptions[]
  // biome-ignore lint/suspicious/noExplicitAny: the story knows the shape of what it asked for, and schemas check it afterwards.
  record(call: Call): Promise<any>
  /** Keeps a text that was read in another way, such as a stream. */
  keepText(call: Pick<Call, 'method' | 'path' | 'name' | 'summary'>, text: string): void
}

/** What every chapter needs. */
export type Story = Pick<TestService, 'api' | 'apiAs' | 'client'> & {
  recorder: Recorder
  songUrl: string
  coverUrl: string
  logoUrl: string
  fontUrl: string
  /** Where webhooks go. */
  receiverUrl: string
  /** A bucket's store that videos are sent to. */
  store: S3Store
  readDemo(name: 'cover.jpg'): Promise<Buffer<ArrayBuffer>>
}

/** Starts with nothing recorded. */
export function createRecorder({ app, api }: TestService): Recorder {
  const calls: Record<string, RecordedCall> = {}
  const ids: Record<string, string> = {}
  const routes = app.routeList.filter(isPartOfTheApi)

  function callOf({ method, path }: Pick<Call, 'method' | 'path'>): RecordedCall {
    const route = findRoute(routes, method, path.split('?', 1)[0] as string)
    const operationId = nameOperation(route)
    calls[operationId] ??= { responses: {} }
    return calls[operationId]
  }

  return {
    calls,
    ids,
    findMissing: () => routes.filter((route) => !(nameOperation(route) in calls)),
    async record(call) {
      const response = await (call.as ?? api)(call.method, call.path, call.body, call.headers)
      if (response.status >= 300)
        throw new Error(`${call.method} ${call.path}: ${JSON.stringify(response.body)}`)
      keep(callOf(call), call, response)
      for (const [name, value] of Object.entries(response.body.data ?? {}))
        if (/Id$/.test(name) && typeof value === 'string') ids[name] = value
      return response.body.data
    },
    keepText(call, text) {
      const { responses } = callOf(call)
      responses[200] = { ...responses[200], [call.name ?? 'default']: { summary: call.summary, value: text } }
    },
  }
}

function keep(kept: RecordedCall, { name = 'default', summary, body }: Call, response: ApiResponse): void {
  const isJson =
    body !== undefined && typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype
  if (isJson) kept.requests = { ...kept.requests, [name]: { summary, value: body } }
  if (!response.headers.get('content-type')?.startsWith('application/json')) return
  const examples: NamedExamples = kept.responses[response.status] ?? {}
  const example = { [name]: { summary, value: response.body } }
  // How it ends is what a reader looks for first.
  kept.responses[response.status] =
    name === 'completed' ? { ...example, ...examples } : { ...examples, ...example }
}

/** As the server does it: the route that names the path itself comes before one with an id in its place. */
function findRoute(routes: RouteOptions[], method: string, path: string): RouteOptions {
  const fitting = routes.filter((one) => one.method === method && patternOf(one.url).test(path))
  const route = fitting.find(({ url }) => url === path) ?? fitting[0]
  if (!route) throw new Error(`there is no ${method} ${path}`)
  return route
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
}
