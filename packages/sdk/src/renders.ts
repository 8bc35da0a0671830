import { saveVideo } from '#platform'
import { type List, list } from './list.ts'
import { backOff } from './pause.ts'
import type { DownloadProgress, SavedVideo } from './platform/platform.ts'
import type { Destination, Render, RenderFilter } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/renders'

/** Options of a download. */
export type DownloadOptions = Pick<CallOptions, 'signal' | 'maxRetries'> & {
  onProgress?(progress: DownloadProgress): void
}

export type Renders = {
  get(renderId: string, options?: CallOptions): Promise<Result<Render>>
  list(filter?: RenderFilter, options?: CallOptions): List<Render>
  cancel(renderId: string, options?: CallOptions): Promise<Result<Render>>
  /** Puts a waiting render before your others. */
  moveUp(renderId: string, options?: CallOptions): Promise<Result<Render>>
  /** Queues a failed or canceled render again. */
  retry(renderId: string, options?: CallOptions): Promise<Result<Render>>
  /** Sends its files to its destination again, or to another one. */
  redeliver(
    renderId: string,
    input?: { destination?: Destination },
    options?: CallOptions,
  ): Promise<Result<Render>>
  /** Deletes its files; the record stays. */
  deleteFiles(renderId: string, options?: CallOptions): Promise<Result<Render>>
  /** Saves video and captions in a folder (Node, Deno, Bun): resumes a broken download and checks the SHA-256. */
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
    moveUp: act('/move-up'),
    retry: act('/retry'),
    redeliver: (renderId, input = {}, options) => post(at(PATH, renderId, '/redeliver'), input, options),
    deleteFiles: (renderId, options) => send({ ...options, method: 'DELETE', path: at(PATH, renderId) }),
    async download(renderId, { dir = '.', onProgress, signal, maxRetries = settings.maxRetries } = {}) {
      const render = await get(renderId, { signal, maxRetries })
      const waitMs = (failures: number) => backOff(settings.retryDelayMs, failures)
      return saveVideo(render, dir, { fetch: settings.fetch, maxRetries, waitMs, signal, onProgress })
    },
  }
}
