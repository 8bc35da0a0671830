import { type List, list } from './list.ts'
import type {
  ContentDeleted,
  ContentRecord,
  ContentSaved,
  DraftPreviewInput,
  ListedContent,
  LookDrawing,
  LookInput,
  PreviewInput,
  PreviewWarning,
} from './records.ts'
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

/** A still or a clip. Where the brand that it wears could not be worn as it is, `warnings` says what was done instead. */
export type Preview = Blob & { readonly warnings: PreviewWarning[] }

export type Contents = {
  /** All templates; with `deleted` the looks of your own that can be restored. */
  list(options?: CallOptions & { deleted?: boolean }): List<ListedContent>
  get(contentId: string, options?: CallOptions & { version?: number }): Promise<Result<ContentRecord>>
  /** Stores a look of your own (docs/own-looks.md); its id is issued. */
  create(look: LookInput, options?: CallOptions): Promise<Result<ContentSaved>>
  /** Stores a new version of a look of your own: all of it. */
  update(contentId: string, look: LookInput, options?: CallOptions): Promise<Result<ContentSaved>>
  /** Offers a look of your own no more; videos that exist stay. */
  delete(contentId: string, options?: CallOptions): Promise<Result<ContentDeleted>>
  /** Offers a deleted look of your own again, within the retention time. */
  restore(contentId: string, options?: CallOptions): Promise<Result<ContentSaved>>
  /** Draws a still (PNG) or a short clip (MP4) with the engine that makes the videos; nothing is stored. */
  preview(contentId: string, input?: PreviewInput, options?: PreviewOptions): Promise<Preview>
  /** The same for a look that is not stored; `error.details` name what is wrong with it, by its path in the JSON. */
  previewLook(input: DraftPreviewInput, options?: PreviewOptions): Promise<Preview>
  /** A still of such a look as a `data:` URL, with the place of every layer. */
  drawLook(input: DraftPreviewInput, options?: CallOptions): Promise<Result<LookDrawing>>
  /** The JSON Schema of looks. */
  getLookSchema(options?: CallOptions): Promise<Record<string, unknown>>
}

export function createContents(transport: Transport): Contents {
  const { post, send, read } = transport
  return {
    list: ({ deleted, ...options } = {}) => list(transport, PATH, { deleted }, options),
    get: (contentId, { version, ...options } = {}) =>
      send({ ...options, method: 'GET', path: at(PATH, contentId), query: { version } }),
    create: (look, options) => post(PATH, look, options),
    update: (contentId, json, options) =>
      send({ ...options, method: 'PUT', path: at(PATH, contentId), json }),
    delete: (contentId, options) => {
      const ifGone = { contentId, deleted: true }
      return send({ ...options, method: 'DELETE', path: at(PATH, contentId), ifGone })
    },
    restore: (contentId, options) => post(at(PATH, contentId, '/restore'), undefined, options),
    preview(contentId, json = {}, { clip, ...options } = {}) {
      const path = at(PATH, contentId, '/preview')
      const call = { timeoutMs: PREVIEW_TIMEOUT_MS, ...options, method: 'POST', path, query: { clip }, json }
      return read(call, readPreview)
    },
    previewLook(json, { clip, ...options } = {}) {
      const call = { ...options, method: 'POST', path: DRAFT_PATH, query: { clip }, json }
      return read({ timeoutMs: PREVIEW_TIMEOUT_MS, ...call }, readPreview)
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

async function readPreview(response: Response): Promise<Preview> {
  const warnings: PreviewWarning[] = JSON.parse(response.headers.get('preview-warnings') ?? '[]')
  return Object.defineProperty(await response.blob(), 'warnings', { value: warnings }) as Preview
}
