import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import type { ByteRange, Storage } from '../../assets/storage.ts'
import { ServiceError } from '../../errors.ts'

/** A file in storage as a client sees it. */
export type ServedFile = {
  key: string
  bytes: number
  sha256: string
  contentType: string
  fileName: string
  /** Shown in the browser, or offered for saving. */
  disposition: 'inline' | 'attachment'
  /** What brings it back if somebody has deleted it from the store. */
  ifLost: string
}

/** Responds with the bytes of a stored file, whole or in part (RFC 9110: Range, If-Range, If-None-Match, HEAD). */
export async function sendStoredFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  const isKnown = matches(request.headers['if-none-match'], etag)
  const range = isKnown ? undefined : readRange(request, file.bytes, etag)
  // For HEAD Fastify counts the bytes of any body but a stream, and would report the length of nothing.
  const body = isKnown || request.method === 'HEAD' ? Readable.from([]) : await openFile(storage, file, range)
  reply.headers({ ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, no-cache' })
  if (isKnown) return reply.code(304).send()
  reply.type(file.contentType).headers({
    'Content-Disposition': contentDisposition(file.fileName, { type: file.disposition }),
    'Content-Length': range ? range.end - range.start + 1 : file.bytes,
  })
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  return reply.send(body)
}

/** One range is served; several at once, or one in another unit, get the whole file, which is allowed. */
function readRange(request: FastifyRequest, bytes: number, etag: string): ByteRange | undefined {
  const { range, 'if-range': ifRange } = request.headers
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
  const ranges = parseRange(bytes, range, { combine: true })
  if (ranges === -1) {
    throw new ServiceError('RANGE_NOT_SATISFIABLE', { headers: { 'Content-Range': `bytes */${bytes}` } })
  }
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}

/** Size and row are checked against each other: a file that is cut short is an error of ours, never a response. */
async function openFile(storage: Storage, file: ServedFile, range?: ByteRange): Promise<Readable> {
  const size = await storage.findSize(file.key)
  if (size === undefined)
    throw new ServiceError('OUTPUT_EXPIRED', {
      message: `The file is no longer in the store. ${file.ifLost}.`,
    })
  if (size !== file.bytes) throw new Error(`${file.key} has ${size} bytes in storage, not ${file.bytes}`)
  return storage.read(file.key, range)
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
