/** What differs between a server-side runtime and a browser. */
export type Platform = {
  /** A file on disk, read as it is sent. */
  openFile(path: string): Promise<Blob>
  /** A fetch that reports how many bytes of its body have gone out. */
  sendWithProgress(fetcher: typeof fetch, report: (sentBytes: number) => void): typeof fetch
  /** Downloads a file into place: resumes what an earlier try left, and checks what arrived. */
  saveFile(remote: RemoteFile, path: string, options: SaveOptions): Promise<void>
  /** A file of this name in a folder, which is made if it is missing. */
  makePlace(folder: string, fileName: string): Promise<string>
}

/** A file to download; it is checked as far as its size and hash are known. */
export type RemoteFile = { url: string; bytes?: number; sha256?: string }

export type SaveOptions = {
  fetch: typeof fetch
  maxRetries: number
  /** The wait before the next try, after so many failures. */
  waitMs(failures: number): number
  signal?: AbortSignal
  onProgress?(receivedBytes: number): void
}
