import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
} from '@aws-sdk/client-s3'
import { receiveFile, sweepIncoming } from './receive-file.ts'
import { createS3Client, ignoreMissing, request, type S3ClientSettings, upload } from './s3-client.ts'
import type { Storage } from './storage.ts'
import { fileGone } from './with-storage.ts'

/** Where the bucket is; keys come from the usual AWS_* variables, files or roles. */
export type S3Settings = S3ClientSettings & {
  bucket: string
  /** For files on their way: the hash, which is part of the key, is known only at their end. */
  incomingFolder: string
}

/** Opens the storage that keeps files in an S3 bucket. An object appears whole or not at all: that is S3's own promise. */
export async function openS3Storage({
  bucket,
  endpoint,
  region,
  incomingFolder,
  credentials,
  silenceMs,
}: S3Settings): Promise<Storage> {
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  const client = createS3Client({ endpoint, region, credentials, silenceMs })

  return {
    async putStream(source, keyOf, { maxBytes, signal }) {
      const temporary = path.join(incomingFolder, randomUUID())
      try {
        const file = await receiveFile(source, temporary, { maxBytes, signal })
        const key = await keyOf(file)
        await request(
          () => upload(client, { bucket, key, body: createReadStream(temporary), signal }),
          signal,
        )
        return { ...file, key }
      } catch (error) {
        source.destroy()
        throw error
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async findSize(key) {
      const head = () => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
      const found = await request(() => head().catch(ignoreMissing))
      return found?.ContentLength
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range && { Range }) })
      const found = await request(() => client.send(command).catch(ignoreMissing))
      if (!found) throw fileGone(key)
      return found.Body as Readable
    },
    async delete(key) {
      await request(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })))
    },
    sweep: () => sweepIncoming(incomingFolder),
    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }))
      } catch (error) {
        throw new Error(`the bucket ${bucket} does not answer (${(error as Error).name})`, { cause: error })
      }
    },
  }
}
