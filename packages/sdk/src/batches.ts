import { RenderFailedError, SongreelError, TimeoutError } from './errors.ts'
import { type List, list } from './list.ts'
import type { SavedVideo } from './platform/platform.ts'
import type {
  BatchCreated,
  BatchDryRun,
  BatchFilter,
  BatchInput,
  BatchRecord,
  TogetherChanged,
} from './records.ts'
import type { DownloadOptions, Renders } from './renders.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'
import { type FileSource, findName, type Progress, type Uploads } from './uploads.ts'
import { type WatchOptions, watchBatch } from './watch-batch.ts'

const PATH = '/v1/batches'

/** Options of waiting for a batch. */
export type WaitOptions = WatchOptions & {
  /** Called with every state that is seen. */
  onProgress?(batch: BatchRecord): void
  /** How long to wait; by default as long as it takes. */
  timeoutMs?: number
  /** Whether a batch without all of its videos is a RenderFailedError; true. */
  throwOnFailure?: boolean
}

/** A batch by its id, or everything that was sent together: `{ ref }`. */
export type BatchOrRef = string | { ref: string }
type Changed<Of> = Of extends string ? BatchRecord : TogetherChanged

/** Options of creating a batch. */
export type CreateOptions = CallOptions & {
  /** Renders anew what has been rendered before. */
  isFresh?: boolean
}

/** A batch from files instead of URLs. Artist and title come from the file's name ("Artist - Title.mp3") if they aren't given. */
export type BatchOfFiles = Omit<BatchInput, 'artist' | 'media' | 'mediaId'> & {
  audio: FileSource
  artwork?: FileSource
  lyrics?: FileSource
  artist?: NonNullable<BatchInput['artist']>
  media?: Partial<NonNullable<BatchInput['media']>>
}

export type Batches = {
  create(input: BatchInput, options?: CreateOptions): Promise<Result<BatchCreated>>
  /** Checks everything and stores nothing. */
  dryRun(input: BatchInput, options?: CallOptions): Promise<Result<BatchDryRun>>
  /** Uploads the files, then creates. With an `idempotencyKey` of your own, all of it can be repeated. */
  createFromFiles(
    input: BatchOfFiles,
    options?: CreateOptions & UploadProgress,
  ): Promise<Result<BatchCreated>>
  get(batchId: string, options?: CallOptions): Promise<Result<BatchRecord>>
  list(filter?: BatchFilter, options?: CallOptions): List<BatchRecord>
  cancel<Of extends BatchOrRef>(batch: Of, options?: CallOptions): Promise<Result<Changed<Of>>>
  /** Queues its failed and canceled renders again. */
  retry<Of extends BatchOrRef>(batch: Of, options?: CallOptions): Promise<Result<Changed<Of>>>
  /** Its states as they come, the last of them final. */
  watch(batchId: string, options?: WatchOptions): AsyncIterable<BatchRecord>
  waitForCompletion(batchId: string, options?: WaitOptions): Promise<BatchRecord>
  createAndWait(input: BatchInput, options?: CreateOptions & WaitOptions): Promise<BatchRecord>
  /** Saves every finished video, with its captions, in a folder (Node, Deno, Bun): resumes broken downloads and checks each SHA-256. */
  downloadAll(batchId: string, options?: DownloadOptions & { dir?: string }): Promise<SavedVideo[]>
  /** A ZIP of the finished videos, as a stream. */
  archive(batch: BatchOrRef, options?: CallOptions): Promise<ReadableStream<Uint8Array>>
}

/** Follows the files of a batch on their way to the server. */
export type UploadProgress = {
  onUpload?(progress: Progress & { field: 'audio' | 'artwork' | 'lyrics' }): void
}

export function createBatches(transport: Transport, uploads: Uploads, renders: Renders): Batches {
  const { send, get, post, open } = transport
  const act =
    (name: string) =>
    <Of extends BatchOrRef>(batch: Of, options?: CallOptions) =>
      post<Changed<Of>>(pathOf(batch, name), typeof batch === 'string' ? undefined : batch, options)

  const batches: Batches = {
    create: (json, { isFresh, ...options } = {}) => {
      const headers = { ...(isFresh && { 'cache-control': 'no-cache' }), ...options.headers }
      return send({ ...options, method: 'POST', path: PATH, json, headers })
    },
    dryRun: (json, options) =>
      send({ ...options, method: 'POST', path: PATH, query: { dryRun: true }, json }),
    createFromFiles: async (input, options = {}) =>
      batches.create(await uploadFiles(uploads, input, options), options),
    get: (batchId, options) => get(at(PATH, batchId), options),
    list: (filter, options) => list(transport, PATH, filter, options),
    cancel: act('/cancel'),
    retry: act('/retry'),
    watch: (batchId, options) => watchBatch(transport, batchId, options),
    waitForCompletion: (batchId, options) => waitForBatch(transport, batchId, options),
    async createAndWait(input, { timeoutMs, ...options } = {}) {
      const { batchId } = await batches.create(input, options)
      return batches.waitForCompletion(batchId, { ...options, timeoutMs })
    },
    async downloadAll(batchId, options) {
      const saved: SavedVideo[] = []
      for (const render of (await batches.get(batchId, { signal: options?.signal })).renders)
        if (render.renderUrl) saved.push(await renders.download(render.renderId, options))
      return saved
    },
    async archive(batch, options) {
      const query = typeof batch === 'string' ? undefined : batch
      const { body } = await open({ ...options, method: 'GET', path: pathOf(batch, '/archive'), query })
      return body ?? new ReadableStream()
    },
  }
  return batches
}

function pathOf(batch: BatchOrRef, name: string): string {
  return typeof batch === 'string' ? at(PATH, batch, name) : PATH + name
}

async function waitForBatch(
  transport: Transport,
  batchId: string,
  { onProgress, timeoutMs, throwOnFailure = true, signal, pollMs }: WaitOptions = {},
): Promise<BatchRecord> {
  const ended = new AbortController()
  const onAbort = () => ended.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = timeoutMs ? setTimeout(() => ended.abort(), timeoutMs) : undefined
  let last: BatchRecord | undefined
  try {
    for await (last of watchBatch(transport, batchId, { signal: ended.signal, pollMs })) onProgress?.(last)
  } catch (cause) {
    if (!ended.signal.aborted || signal?.aborted) throw cause
    const state = last ? `${last.status}, ${last.progress} %` : 'not known'
    throw new TimeoutError(
      `Batch ${batchId} was not finished after ${timeoutMs} ms (${state}). It goes on.`,
      {
        cause,
      },
    )
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  // A watch ends with a final state or throws.
  const batch = last as unknown as BatchRecord
  if (throwOnFailure && batch.status !== 'COMPLETED') throw new RenderFailedError(batch)
  return batch
}

async function uploadFiles(
  uploads: Uploads,
  { audio, artwork, lyrics, artist, media, ...input }: BatchOfFiles,
  { signal, idempotencyKey, onUpload }: CreateOptions & UploadProgress,
): Promise<BatchInput> {
  const names = readNames(findName(audio))
  const title = media?.name ?? names.title
  const isKnown = artist || names.artist || input.artistId || input.mediaBundleId
  if (!isKnown)
    throw new SongreelError(
      `Whose song is it? Pass artist: { name }, or name the file "Artist - Title.mp3" instead of "${findName(audio)}".`,
    )
  const upload = async (field: 'audio' | 'artwork' | 'lyrics', source?: FileSource) => {
    if (source === undefined) return undefined
    const onProgress = onUpload && ((progress: Progress) => onUpload({ ...progress, field }))
    const key = idempotencyKey && `${idempotencyKey} ${field}`
    return (await uploads.create(source, { signal, onProgress, idempotencyKey: key })).url
  }
  const artworkUrl = await upload('artwork', artwork)
  const lyricsUrl = await upload('lyrics', lyrics)
  const audioUrl = (await upload('audio', audio)) ?? ''
  const by =
    artist ?? (names.artist && !input.artistId && !input.mediaBundleId ? { name: names.artist } : undefined)
  return {
    ...input,
    ...(by && { artist: by }),
    media: {
      ...media,
      name: title,
      audioUrl,
      ...(artworkUrl && { artworkUrl }),
      ...(lyricsUrl && { lyricsUrl }),
    },
  }
}

/** `Odalys Wren - Tin Lanterns.mp3` says both; any other name is a title. */
function readNames(fileName: string): { artist?: string; title: string } {
  const stem = fileName.replace(/\.[^.]+$/, '')
  const [, artist, title] = /^(.+?) [-–—] (.+)$/.exec(stem) ?? []
  return title ? { artist, title } : { title: stem }
}
