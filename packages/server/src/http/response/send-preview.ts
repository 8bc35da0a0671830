import type { ServerResponse } from 'node:http'
import { RenderError } from '@songreel/render'
import type { FastifyReply } from 'fastify'
import type { PreviewClient } from '../../contents/preview-line.ts'
import type { PreviewFile } from '../../contents/preview-video.ts'
import { ServiceError } from '../../errors.ts'
import type { Preview } from '../../ongoing-work.ts'

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

/** Sends what was drawn, and in a header what of its brand it could not wear as it is: the body is a picture. */
export function sendPreview(
  reply: FastifyReply,
  { bytes, warnings }: Preview,
  clipSecs: number | undefined,
): FastifyReply {
  if (warnings.length > 0) reply.header('Preview-Warnings', writeHeader(warnings))
  return reply.type(clipSecs === undefined ? 'image/png' : 'video/mp4').send(bytes)
}

/** As JSON; a header takes no letters beyond ASCII, and JSON can do without. */
function writeHeader(value: unknown): string {
  const toCode = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replaceAll(/[^ -~]/g, toCode)
}

/** A client that goes away gets no preview, and what was done for it alone stops. */
export async function whileConnected<Made>(
  response: ServerResponse,
  make: (signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
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
