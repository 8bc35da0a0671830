import type { Readable } from 'node:stream'

/** What is known of a stored file. */
export type StoredFile = { bytes: number; sha256: string }

/** Which bytes to read; both ends count. */
export type ByteRange = { start: number; end: number }

/** The interface of every kind of storage. Keys are made by us, never by a client. */
export type Storage = {
  /** Takes a stream in, hashes it on the way, and makes it visible under `keyOf(hash)` all at once. */
  putStream(
    source: Readable,
    keyOf: (file: StoredFile) => string | Promise<string>,
    options: { maxBytes: number; signal?: AbortSignal },
  ): Promise<StoredFile & { key: string }>
  /** The size of a file, or undefined where there is none. */
  findSize(key: string): Promise<number | undefined>
  /** Throws a WorkError with `isFileGone` where there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>
  delete(key: string): Promise<void>
  /** Removes what killed processes left half-written; it was never visible, but takes up room. */
  sweep(): Promise<void>
  /** Throws when bytes can not be stored at present; the message names the cause. */
  check(): Promise<void>
}
