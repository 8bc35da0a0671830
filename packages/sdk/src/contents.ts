import { type List, list } from './list.ts'
import type { Content, PreviewInput } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/contents'
/** A clip of ten seconds is drawn and encoded before the response begins. */
const PREVIEW_TIMEOUT_MS = 180_000

/** Options of a preview. */
export type PreviewOptions = CallOptions & {
  /** An MP4 of this many seconds instead of a PNG. */
  clip?: number
}

export type Contents = {
  list(options?: CallOptions): List<Content>
  get(contentId: string, options?: CallOptions): Promise<Result<Content>>
  /** Draws a still (PNG) or a short clip (MP4) with the engine that makes the videos; nothing is stored. */
  preview(contentId: string, input?: PreviewInput, options?: PreviewOptions): Promise<Blob>
}

export function createContents(transport: Transport): Contents {
  const { get, read } = transport
  return {
    list: (options) => list(transport, PATH, {}, options),
    get: (contentId, options) => get(at(PATH, contentId), options),
    preview(contentId, json = {}, { clip, ...options } = {}) {
      const path = at(PATH, contentId, '/preview')
      const call = { timeoutMs: PREVIEW_TIMEOUT_MS, ...options, method: 'POST', path, query: { clip }, json }
      return read(call, (response) => response.blob())
    },
  }
}
