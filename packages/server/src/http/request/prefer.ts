import type { FastifyRequest } from 'fastify'

/** What a client prefers (RFC 7240): how unknown fields are taken, and how much is returned. */
export type Preferences = { handling?: 'strict' | 'lenient'; return?: 'minimal' | 'representation' }

const KNOWN =
  /(?:^|[,;])\s*(handling|return)\s*=\s*"?(strict|lenient|minimal|representation)"?\s*(?=[,;]|$)/gi

/** Reads the Prefer header; what is not known in it is ignored, as the RFC asks. */
export function readPrefer(request: Pick<FastifyRequest, 'headers'>): Preferences {
  const header = request.headers.prefer
  if (header === undefined) return {}
  const text = Array.isArray(header) ? header.join(',') : header
  const preferences: Record<string, string> = {}
  for (const [, name, value] of text.matchAll(KNOWN))
    preferences[name!.toLowerCase()] ??= value!.toLowerCase()
  return preferences as Preferences
}
