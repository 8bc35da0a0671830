import type { ServerResponse } from 'node:http'
import { RenderError } from '@songreel/render'
import type { FastifyReply } from 'fastify'
import type { PreviewClient } from '../../contents/preview-line.ts'
import type { PreviewFile } from '../../contents/preview-video.ts'
import { ServiceError } from '../../errors.ts'

/** Sends a preview that is kept, or makes it when the client's turn comes. */
export async function sendPreviewFile(
  reply: FastifyReply,
  preview: PreviewFile,
  findClient: () => PreviewClient | Promise<PreviewClient>,
): Promise<FastifyReply> {
  const file = await preview.find()
  if (file) {
    reply.header('Content-Length', (await file.stat()).size)
    return reply.send(file.createReadStream())
  }
  const client = await findClient()
  return reply.send(await whileConnected(reply.raw, (signal) => preview.make(client, signal)))
}

/** A client that goes away gets no preview, and what was done for it alone stops. */
export async function whileConnected(
  response: ServerResponse,
  make: (signal: AbortSignal) => Promise<Buffer>,
): Promise<Buffer> {
  const gone = new ServiceError('BAD_REQUEST', {
    message: 'The client went away before its preview was made.',
  })
  const ended = new AbortController()
  const end = () => ended.abort(gone)
  if (response.destroyed) end()
  response.once('close', end)
  try {
    return await make(ended.signal)
  } catch (error) {
    throw ended.signal.aborted ? gone : toRefusal(error)
  } finally {
    response.removeListener('close', end)
  }
}

const OURS = new Set<string>([
  'INTERNAL',
  'TEMPLATE_FAILED',
  'RENDER_CRASHED',
  'RENDER_STALLED',
  'RENDER_OUT_OF_MEMORY',
])

/** What the engine refuses about a preview is the caller's to mend. */
function toRefusal(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  const isOurs = OURS.has(error.code)
  if (isOurs) return error
  const code = error.code === 'TEMPLATE_DATA_INVALID' ? error.code : 'VALIDATION_ERROR'
  return new ServiceError(code, { message: error.message, cause: error })
}
