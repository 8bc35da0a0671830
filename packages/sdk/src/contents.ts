import { type List, list } from './list.ts'
import type { Content, DraftPreviewInput, LookDrawing, PreviewInput } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/contents'
const DRAFT_PATH = `${PATH}/preview`
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
  /** The same for a look that is not stored; `error.details` name what is wrong with it, by its path in the JSON. */
  previewLook(input: DraftPreviewInput, options?: PreviewOptions): Promise<Blob>
  /** A still of such a look as a `data:` URL, with the place of every layer. */
  drawLook(input: DraftPreviewInput, options?: CallOptions): Promise<Result<LookDrawing>>
  /** The JSON Schema of looks. */
  getLookSchema(options?: CallOptions): Promise<Record<string, unknown>>
}

export function createContents(transport: Transport): Contents {
  const { get, read, send } = transport
  return {
    list: (options) => list(transport, PATH, {}, options),
    get: (contentId, options) => get(at(PATH, contentId), options),
    preview(contentId, json = {}, { clip, ...options } = {}) {
      const path = at(PATH, contentId, '/preview')
      const call = { timeoutMs: PREVIEW_TIMEOUT_MS, ...options, method: 'POST', path, query: { clip }, json }
      return read(call, (response) => response.blob())
    },
    previewLook(json, { clip, ...options } = {}) {
      const call = { ...options, method: 'POST', path: DRAFT_PATH, query: { clip }, json }
      return read({ timeoutMs: PREVIEW_TIMEOUT_MS, ...call }, (response) => response.blob())
    },
    drawLook: (json, options) =>
      send({
        timeoutMs: PREVIEW_TIMEOUT_MS,
        ...options,
        method: 'POST',
        path: DRAFT_PATH,
        query: { format: 'json' },
        json,
      }),
    getLookSchema: (options) =>
      read({ ...options, method: 'GET', path: `${PATH}/schema` }, (response) => response.json()),
  }
}
