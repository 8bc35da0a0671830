import { openFile, sendWithProgress } from '#platform'
import type { Upload } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/uploads'
/** 64 KB/s: a file may take as long as it does at this pace, and then what any other call may take. */
const SLOWEST_BYTES_PER_MS = 64

/** A file: its path (Node, Deno, Bun), a File or Blob, bytes, or a stream, which is read once and so never sent twice. */
export type FileSource = string | Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | ReadableStream<Uint8Array>

/** How far an upload or download is. */
export type Progress = { sentBytes: number; totalBytes: number }

/** Options of an upload. */
export type UploadOptions = CallOptions & {
  /** The file's name; by default that of the path or File. */
  name?: string
  /** Called as bytes go out; not for a stream, whose length nobody knows. */
  onProgress?(progress: Progress): void
}

export type Uploads = {
  /** Uploads a file; its `url` can be used wherever the API takes a URL. */
  create(source: FileSource, options?: UploadOptions): Promise<Result<Upload>>
  /** The bytes of an upload. */
  download(assetId: string, options?: CallOptions): Promise<Blob>
}

export function createUploads({ send, read, settings }: Transport): Uploads {
  return {
    async create(source, { name, onProgress, ...options } = {}) {
      if (source instanceof ReadableStream) {
        const headers = { 'content-type': 'application/octet-stream', ...options.headers }
        const call = { timeoutMs: 0, ...options, headers, method: 'POST', path: PATH }
        // What can be read only once can be sent only once.
        return send({ ...call, body: source, maxRetries: 0 })
      }
      const file = typeof source === 'string' ? await openFile(source) : toBlob(source)
      const timeoutMs = settings.timeoutMs + file.size / SLOWEST_BYTES_PER_MS
      const call = { timeoutMs, ...options, method: 'POST', path: PATH }
      const body = new FormData()
      body.set('file', file, name ?? findName(source))
      if (!onProgress) return send({ ...call, body })
      const report = (sentBytes: number) =>
        onProgress({ sentBytes: Math.min(sentBytes, file.size), totalBytes: file.size })
      return send({ ...call, body, fetch: sendWithProgress(settings.fetch, report) })
    },
    download: (assetId, options) =>
      read({ timeoutMs: 0, ...options, method: 'GET', path: at(PATH, assetId) }, (response) =>
        response.blob(),
      ),
  }
}

function toBlob(source: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer): Blob {
  return source instanceof Blob ? source : new Blob([source])
}

/** The last part of a path, or a File's own name. */
export function findName(source: FileSource): string {
  if (typeof source === 'string') return source.split(/[/\\]/).at(-1) ?? source
  return 'name' in source ? String(source.name) : 'file'
}
