import type { Render } from '../records.ts'

/** What differs between a server-side runtime and a browser. */
export type Platform = {
  /** A file on disk, read as it is sent. */
  openFile(path: string): Promise<Blob>
  /** A fetch that reports how many bytes of its body have gone out. */
  sendWithProgress(fetcher: typeof fetch, report: (sentBytes: number) => void): typeof fetch
  /** Downloads a render's video and captions into a folder: resumes what an earlier try left, and checks what arrived. */
  saveVideo(render: Render, folder: string, options: SaveOptions<DownloadProgress>): Promise<SavedVideo>
}

/** A video on disk, and its captions if it has lyrics. */
export type SavedVideo = { renderId: string; file: string; bytes: number | undefined; captions: string[] }

/** How far a download is. */
export type DownloadProgress = {
  renderId: string
  fileName: string
  receivedBytes: number
  totalBytes: number | undefined
}

/** A file to download; it is checked as far as its size and hash are known. */
export type RemoteFile = { url: string; bytes?: number; sha256?: string }

/** How a download goes on after failures, and who is told how far it is. */
export type SaveOptions<Progress> = {
  fetch: typeof fetch
  maxRetries: number
  /** The wait before the next try, after so many failures. */
  waitMs(failures: number): number
  signal?: AbortSignal
  onProgress?(progress: Progress): void
}
