import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteFile } from '../../site/read-site.ts'

/** Sends a file of the pages as small as the browser takes it, or says that it has it already. */
export function sendSiteFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, plain, gzipped, brotli }: SiteFile,
  caching: string,
): FastifyReply {
  const etag = `"${tag}"`
  reply.headers({
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': caching,
    ETag: etag,
    Vary: reply.getHeader('Vary') ? `${reply.getHeader('Vary')}, Accept-Encoding` : 'Accept-Encoding',
  })
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag))
    return reply.code(304).send()
  reply.type(type)
  const taken = request.headers['accept-encoding']?.toString() ?? ''
  if (/\bbr\b/.test(taken)) return reply.header('Content-Encoding', 'br').send(brotli)
  if (/\bgzip\b/.test(taken)) return reply.header('Content-Encoding', 'gzip').send(gzipped)
  return reply.send(plain)
}
