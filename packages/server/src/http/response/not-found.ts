import { findNearest } from '@songreel/contract/find-nearest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { maskText } from '../../validation/shown-value.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: Fastify's own types can only be extended by an interface.
  interface FastifyInstance {
    /** Sends the page for people who follow a link to nowhere; not there where there are no pages. */
    sendMissingPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

/** Paths of programs, which read JSON whatever they say they accept. */
const FOR_PROGRAMS = /^\/(v1|assets|files|session|mcp)(\/|$)/

type Known = { pattern: RegExp; methods: Set<string>; url: string }

/** Responses for paths that do not exist, and for methods that a path does not take. */
export function registerNotFound(app: FastifyInstance): void {
  const known = new Map<string, Known>()

  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { pattern: compilePattern(url), methods: new Set<string>(), url }
    for (const name of [method].flat()) entry.methods.add(name)
    known.set(url, entry)
  })

  app.setNotFoundHandler(async (request, reply) => {
    const path = getPath(request)
    const matches = [...known.values()].filter(({ pattern }) => pattern.test(path))
    if (matches.length > 0) throw wrongMethod(request, matches)
    reply.header('Vary', 'Accept')
    if (app.sendMissingPage && wantsPage(request, path)) return app.sendMissingPage(request, reply)
    throw nothingHere(request, path, known.values())
  })
}

/** Browsers ask for HTML by name when somebody opens a link; programs ask for anything or for JSON. */
function wantsPage({ method, headers }: FastifyRequest, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && /\btext\/html\b/.test(headers.accept ?? '') && !FOR_PROGRAMS.test(path)
}

function compilePattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+'
    return segment === '*' ? '.*' : segment.replace(/[^\w-]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}/?$`)
}

function getPath(request: FastifyRequest): string {
  return request.raw.url?.split('?', 1)[0] ?? '/'
}

function wrongMethod(request: FastifyRequest, matches: Known[]): ServiceError {
  const allowed = [...new Set(matches.flatMap(({ methods }) => [...methods]))].sort().join(', ')
  return new ServiceError('METHOD_NOT_ALLOWED', {
    message: `This path takes ${allowed}, not ${request.method}.`,
    headers: { Allow: allowed },
  })
}

function nothingHere(request: FastifyRequest, path: string, known: Iterable<Known>): ServiceError {
  const urls = [...known].map(({ url }) => url).filter((url) => !url.includes('*'))
  const nearest = findNearest(path.slice(0, 80), urls)?.replace(/:(\w+)/g, '{$1}')
  const hint = nearest ? `Did you mean ${nearest}?` : 'All paths are listed at /docs.'
  return new ServiceError('NOT_FOUND', {
    message: `There is nothing at ${request.method} ${maskText(path)}. ${hint}`,
  })
}
