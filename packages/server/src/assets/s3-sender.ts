import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { DeliveryError } from './delivery-error.ts'
import { readS3Error, readS3Status } from './read-s3-error.ts'

/** Stores that do not know the newer checksums say so in one of these ways. */
const UNKNOWN_HEADER = new Set(['NotImplemented', 'InvalidArgument', 'InvalidRequest'])
/** Keys that may only write are enough; then nobody can look. */
const MAY_NOT_LOOK = new Set([401, 403, 405, 501])
const PLAIN_MD5 = /^"?([0-9a-f]{32})"?$/

/** Which object is meant, and what kind of file it is. */
export type ObjectFacts = { key: string; contentType: string }
/** A multipart upload that is under way. */
export type Upload = { key: string; uploadId: string }
/** A part of a file with its checksums. */
export type Part = { number: number; body: Buffer; sha256: string; md5: Buffer }
/** A part that the store has. */
export type SentPart = { number: number; sha256: string; etag: string | undefined }

type Answer = { ETag?: string; ChecksumSHA256?: string; ServerSideEncryption?: string }
type Deps = { client: S3Client; bucket: string; host: string; signal: AbortSignal | undefined }

/** Describes a part that is to be sent. */
export function describePart(number: number, body: Buffer): Part {
  return {
    number,
    body,
    sha256: createHash('sha256').update(body).digest('base64'),
    md5: createHash('md5').update(body).digest(),
  }
}

/**
 * The single requests of a delivery, each with a checksum that the store compares: SHA-256, or MD5 where the store doesn't know
 * that one. What it reports to have is compared, too.
 */
export function createSender(deps: Deps) {
  const { client, bucket: Bucket, host, signal } = deps
  const requests = createRequests(deps)
  const { send, sendSummed, checksumOf, hasSha256 } = requests
  const options = { abortSignal: signal }

  return {
    ...createLooks(deps, requests),
    async putWhole({ key, contentType }: ObjectFacts, part: Part): Promise<void> {
      const input = { Bucket, Key: key, ContentType: contentType, Body: part.body }
      const put = () => client.send(new PutObjectCommand({ ...input, ...checksumOf(part) }), options)
      compare(await sendSummed(put), part, host)
    },
    async begin({ key, contentType }: ObjectFacts): Promise<Upload> {
      const input = { Bucket, Key: key, ContentType: contentType }
      const begin = () => {
        const algorithm = hasSha256() && ({ ChecksumAlgorithm: 'SHA256' } as const)
        return client.send(new CreateMultipartUploadCommand({ ...input, ...algorithm }), options)
      }
      const { UploadId: uploadId } = await sendSummed(begin)
      if (!uploadId)
        throw new DeliveryError('DESTINATION_INVALID', { seen: `${host} does not answer as S3 does.` })
      return { key, uploadId }
    },
    async putPart({ key, uploadId }: Upload, part: Part): Promise<SentPart> {
      const input = { Bucket, Key: key, UploadId: uploadId, PartNumber: part.number, Body: part.body }
      const put = () => client.send(new UploadPartCommand({ ...input, ...checksumOf(part) }), options)
      const answer = await sendSummed(put)
      compare(answer, part, host)
      return { number: part.number, sha256: part.sha256, etag: answer.ETag }
    },
    async complete({ key, uploadId }: Upload, parts: SentPart[]): Promise<void> {
      const Parts = parts.map(({ number, sha256, etag }) => ({
        PartNumber: number,
        ETag: etag,
        ...(hasSha256() && { ChecksumSHA256: sha256 }),
      }))
      const input = { Bucket, Key: key, UploadId: uploadId, MultipartUpload: { Parts } }
      await send(() => client.send(new CompleteMultipartUploadCommand(input), options))
    },
  }
}

type Requests = ReturnType<typeof createRequests>

function createRequests({ host, signal }: Deps) {
  let isSha256Known = true
  async function send<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      throw readS3Error(error, host) ?? unknownError(error)
    }
  }
  return {
    send,
    /** The first request with a checksum tells whether a store knows SHA-256. */
    sendSummed<Result>(work: () => Promise<Result>): Promise<Result> {
      return send(async () => {
        try {
          return await work()
        } catch (error) {
          if (!isSha256Known || !isUnknownHeader(error)) throw error
          isSha256Known = false
          return work()
        }
      })
    },
    checksumOf: ({ sha256, md5 }: Part) =>
      isSha256Known ? { ChecksumSHA256: sha256 } : { ContentMD5: md5.toString('base64') },
    hasSha256: () => isSha256Known,
  }
}

function createLooks({ client, bucket: Bucket, host, signal }: Deps, { send }: Requests) {
  const options = { abortSignal: signal }
  return {
    /** Takes back what is not complete; one that is unknown is over. */
    async abort({ key, uploadId }: Upload, abortSignal = signal): Promise<void> {
      const command = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: uploadId })
      await send(() =>
        client.send(command, { abortSignal }).catch((error) => {
          if (readS3Status(error) !== 404) throw error
        }),
      )
    },
    /** Looks at what is there now. */
    async verify(key: string, { bytes, sha256 }: { bytes: number; sha256: string }): Promise<void> {
      const command = new HeadObjectCommand({ Bucket, Key: key, ChecksumMode: 'ENABLED' })
      const found = await send(() =>
        client.send(command, options).catch((error) => {
          if (!MAY_NOT_LOOK.has(readS3Status(error) ?? 0)) throw error
        }),
      )
      if (!found) return
      if (found.ContentLength !== undefined && found.ContentLength !== bytes)
        throw mismatch(host, `has ${found.ContentLength} bytes instead of ${bytes}`)
      if (found.ChecksumSHA256 && found.ChecksumSHA256 !== sha256) throw mismatch(host, 'has another SHA-256')
    },
    async delete(key: string): Promise<void> {
      await send(() => client.send(new DeleteObjectCommand({ Bucket, Key: key }), options))
    },
  }
}

/** The SHA-256 of an object in parts, as S3 writes it: of the hashes of the parts, with their number. */
export function composeSha256(parts: SentPart[]): string {
  const hash = createHash('sha256')
  for (const { sha256 } of parts) hash.update(Buffer.from(sha256, 'base64'))
  return `${hash.digest('base64')}-${parts.length}`
}

/** An ETag is the MD5 of what was sent, unless the store encrypts it with keys of its own. */
function compare(
  { ETag = '', ChecksumSHA256, ServerSideEncryption }: Answer,
  part: Part,
  host: string,
): void {
  if (ChecksumSHA256 !== undefined) {
    if (ChecksumSHA256 !== part.sha256) throw mismatch(host, 'has another SHA-256')
    return
  }
  const md5 = ServerSideEncryption?.startsWith('aws:kms') ? undefined : PLAIN_MD5.exec(ETag)?.[1]
  if (md5 !== undefined && md5 !== part.md5.toString('hex')) throw mismatch(host, 'has another MD5')
}

function mismatch(host: string, what: string): DeliveryError {
  return new DeliveryError('DESTINATION_CHECKSUM_MISMATCH', {
    seen: `What ${host} has is not what was sent: it ${what}.`,
  })
}

function isUnknownHeader(error: unknown): boolean {
  return readS3Status(error) === 501 || UNKNOWN_HEADER.has((error as Error).name)
}

/** Only its name: what the library throws may hold what was signed. */
function unknownError(error: unknown): DeliveryError {
  return new DeliveryError('DELIVERY_FAILED', { cause: new Error((error as Error).name) })
}
