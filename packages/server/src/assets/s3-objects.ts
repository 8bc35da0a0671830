import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { hashStream } from './hash-stream.ts'
import { createS3Client, ignoreMissing, request, type S3ClientSettings, upload } from './s3-client.ts'
import type { StoredFile } from './storage.ts'

type Settings = S3ClientSettings & { bucket: string; prefix: string }

/** Opens a part of a bucket for files that are named by their path, without a copy of them on this machine. */
export function openS3Objects({ bucket, prefix, ...server }: Settings) {
  const client = createS3Client(server)
  const keyOf = (path: string) => (prefix ? `${prefix}/${path}` : path)

  return {
    async put(
      path: string,
      source: Readable,
      { expect, signal }: { expect?: string; signal?: AbortSignal } = {},
    ): Promise<StoredFile> {
      const { stream, file } = hashStream(expect)
      const body = new Transform({ transform: (chunk, _, done) => done(null, chunk) })
      const flowing = pipeline(source, stream, body, { signal })
      const sending = request(() => upload(client, { bucket, key: keyOf(path), body, signal }), signal)
      const [flowed, sent] = await Promise.allSettled([flowing, sending])
      // Whatever ended the stream ended the upload, and says more.
      if (flowed.status === 'rejected') throw flowed.reason
      if (sent.status === 'rejected') throw sent.reason
      return file()
    },
    async read(path: string): Promise<Readable | undefined> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(path) })
      const found = await request(() => client.send(command).catch(ignoreMissing))
      return found?.Body as Readable | undefined
    },
    async *list(folder: string): AsyncGenerator<{ path: string; bytes: number; modifiedMs: number }> {
      let token: string | undefined
      do {
        const input = { Bucket: bucket, Prefix: keyOf(folder), ContinuationToken: token }
        const page = await request(() => client.send(new ListObjectsV2Command(input)))
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const path = prefix ? Key.slice(prefix.length + 1) : Key
          yield { path, bytes: Size, modifiedMs: LastModified?.getTime() ?? 0 }
        }
        token = page.NextContinuationToken
      } while (token)
    },
    async delete(path: string): Promise<void> {
      await request(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(path) })))
    },
    /** Throws where the bucket cannot be used; the cause is what the server said. */
    async check(): Promise<void> {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    },
  }
}
