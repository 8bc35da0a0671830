import { makePlace, saveFile } from '#platform'
import { SongreelError } from './errors.ts'
import { type List, list } from './list.ts'
import { backOff } from './pause.ts'
import type { Render, RenderFilter } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/renders'

/** A video on disk. */
export type SavedVideo = { renderId: string; file: string; bytes: number | undefined }

/** How far a download is. */
export type DownloadProgress = {
  renderId: string
  fileName: string
  receivedBytes: number
  totalBytes: number | undefined
}

/** Options of a download. */
export type DownloadOptions = Pick<CallOptions, 'signal' | 'maxRetries'> & {
  onProgress?(progress: DownloadProgress): void
}

export type Renders = {
  get(renderId: string, options?: CallOptions): Promise<Result<Render>>
  list(filter?: RenderFilter, options?: CallOptions): List<Render>
  cancel(renderId: string, options?: CallOptions): Promise<Result<Render>>
  /** Queues a failed or canceled render again. */
  retry(renderId: string, options?: CallOptions): Promise<Result<Render>>
  /** Deletes its files; the record stays. */
  deleteFiles(renderId: string, options?: CallOptions): Promise<Result<Render>>
  /** Saves the video in a folder (Node, Deno, Bun): resumes a broken download and checks the SHA-256. */
  download(renderId: string, options?: DownloadOptions & { dir?: string }): Promise<SavedVideo>
}

export function createRenders(transport: Transport): Renders {
  const { send, post, settings } = transport
  const act = (name: string) => (renderId: string, options?: CallOptions) =>
    post<Render>(at(PATH, renderId, name), undefined, options)
  const get: Renders['get'] = (renderId, options) => transport.get(at(PATH, renderId), options)
  return {
    get,
    list: (filter, options) => list(transport, PATH, filter, options),
    cancel: act('/cancel'),
    retry: act('/retry'),
    deleteFiles: (renderId, options) => send({ ...options, method: 'DELETE', path: at(PATH, renderId) }),
    async download(renderId, { dir = '.', onProgress, signal, maxRetries = settings.maxRetries } = {}) {
      const { fileName, files, status } = await get(renderId, { signal, maxRetries })
      const video = files.find(({ kind }) => kind === 'VIDEO')
      if (!video) throw new SongreelError(`Render ${renderId} has no video to download: it is ${status}.`)
      const file = await makePlace(dir, fileName)
      const report = (receivedBytes: number) =>
        onProgress?.({ renderId, fileName, receivedBytes, totalBytes: video.bytes })
      const waitMs = (failures: number) => backOff(settings.retryDelayMs, failures)
      await saveFile(video, file, { fetch: settings.fetch, maxRetries, waitMs, signal, onProgress: report })
      return { renderId, file, bytes: video.bytes }
    },
  }
}
