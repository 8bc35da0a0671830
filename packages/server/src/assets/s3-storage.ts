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
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { ServiceError } from '../errors.ts'
import { receiveFile, sweepIncoming } from './receive-file.ts'
import type { Storage } from './storage.ts'
import { fileGone } from './with-storage.ts'

/** Where the bucket is; keys come from the usual AWS_* variables, files or roles. */
export type S3Settings = {
  bucket: string
  endpoint: string | undefined
  region: string | undefined
  /** For files on their way: the hash, which is part of the key, is known only at their end. */
  incomingFolder: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** How long the server may say nothing; it is asked three times. */
  silenceMs?: number
}

const CONNECT_MS = 5000
const SILENCE_MS = 20_000

/** Opens the storage that keeps files in an S3 bucket. An object appears whole or not at all: that is S3's own promise. */
export async function openS3Storage({
  bucket,
  endpoint,
  region,
  incomingFolder,
  credentials,
  silenceMs = SILENCE_MS,
}: S3Settings): Promise<Storage> {
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  const client = new S3Client({
    region: region ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Without these a server that says nothing would be waited for without end.
    requestHandler: { connectionTimeout: Math.min(CONNECT_MS, silenceMs), socketTimeout: silenceMs },
    // Servers other than AWS do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  return {
    async putStream(source, keyOf, { maxBytes, signal }) {
      const temporary = path.join(incomingFolder, randomUUID())
      try {
        const file = await receiveFile(source, temporary, { maxBytes, signal })
        const key = await keyOf(file)
        await request(() => upload(client, { bucket, key, temporary, signal }), signal)
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

type UploadRequest = { bucket: string; key: string; temporary: string; signal: AbortSignal | undefined }

async function upload(client: S3Client, { bucket, key, temporary, signal }: UploadRequest): Promise<void> {
  const sending = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: createReadStream(temporary) },
  })
  const abort = () => void sending.abort()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await sending.done()
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error
}

/** A store that refuses, breaks off or says nothing is a transient error, reported as such; a call to stop stays one. */
async function request<Result>(send: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    signal?.throwIfAborted()
    const message = 'The store of the files does not answer at the moment. Try again shortly.'
    throw new ServiceError('UNAVAILABLE', { message, cause: error, headers: { 'Retry-After': '5' } })
  }
}
