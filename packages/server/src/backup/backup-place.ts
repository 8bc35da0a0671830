import type { Readable } from 'node:stream'
import type { StoredFile } from '../assets/storage.ts'

/** A file in the place of backups. */
export type PlacedFile = { path: string; bytes: number; modifiedMs: number }

/** Where backups lie: a folder or a part of a bucket. What is under a name there is whole. */
export type BackupPlace = {
  /** As messages call it. */
  name: string
  /** Stores a stream; nothing appears where it breaks off, or where its bytes are not the expected ones. */
  put(
    path: string,
    source: Readable,
    options?: { expect?: string; signal?: AbortSignal },
  ): Promise<StoredFile>
  /** Undefined where there is no such file. */
  read(path: string): Promise<Readable | undefined>
  /** Everything whose path begins so. */
  list(prefix: string): AsyncIterable<PlacedFile>
  delete(path: string): Promise<void>
  /** Undefined where there is no limit that we could know. */
  readFreeBytes(): Promise<number | undefined>
}
