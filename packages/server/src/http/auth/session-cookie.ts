import type { FastifyReply, FastifyRequest } from 'fastify'

const FORM = /^[\x21-\x7e]{16,256}$/

/** The session's secret, as the browser sends it. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  const name = nameCookie(request)
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value && FORM.test(value)) return value
  }
  return undefined
}

/** Leaves the session in the browser, where no script can read it; without one, takes it away. */
export function sendSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session?: { secret: string; expiresAt: string },
): void {
  const end = session ? new Date(session.expiresAt) : new Date(0)
  const parts = [
    `${nameCookie(request)}=${session?.secret ?? ''}`,
    'Path=/',
    'HttpOnly',
    // Strict would sign people out who follow a link from an e-mail; writes are checked by their origin.
    'SameSite=Lax',
    `Expires=${end.toUTCString()}`,
    ...(isSecure(request) ? ['Secure'] : []),
  ]
  reply.header('Set-Cookie', parts.join('; '))
}

/** Browsers keep one jar for all ports of a host: two servers on one computer must not sign each other out. */
function nameCookie(request: FastifyRequest): string {
  const { port } = new URL(request.server.publicUrl())
  return isSecure(request) ? '__Host-songreel' : `songreel-${port || 80}`
}

function isSecure(request: FastifyRequest): boolean {
  return request.server.publicUrl().startsWith('https:')
}
