import type { Readable } from 'node:stream'
import type { Destination } from '@songreel/contract'
import type { SendOptions } from '../outbound/send-request.ts'
import { createGuardedHandler } from './guarded-handler.ts'
import { readParts } from './read-parts.ts'
import { createCustomerS3Client } from './s3-client.ts'
import { locateDestination } from './s3-place.ts'
import { composeSha256, createSender, describePart, type SentPart, type Upload } from './s3-sender.ts'

/** A part that is sent at once, and held in memory: S3 takes 5 MB to 5 GB, and 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024
const MOST_PARTS = 10_000
const ABORT_LIMIT_MS = 10_000

/** A file that is to be sent. */
export type OutgoingFile = {
  key: string
  contentType: string
  bytes: number
  /** Of the whole, where it is known: another one is never completed. */
  sha256?: string
  open(): Promise<Readable>
  /** Called when parts can be left behind, before the first is sent, and with null when they no longer can. */
  onUpload?(upload: Upload | null): Promise<void>
}

/** A customer's bucket, for as long as one delivery takes. */
export type OpenDestination = {
  /** Sends a file; the object appears when its last byte has arrived and was compared, or not at all. */
  put(file: OutgoingFile): Promise<void>
  /** Takes back an upload that an earlier attempt has begun. */
  abort(upload: Upload): Promise<void>
  delete(key: string): Promise<void>
}

/** What opens a destination. */
export type DestinationAccess = Pick<SendOptions, 'policy' | 'onRefused' | 'signal'> & {
  destination: Pick<Destination, 'bucket' | 'region' | 'endpoint'>
  keys: { accessKeyId: string; secretAccessKey: string }
  partBytes?: number
}

/** Opens a customer's bucket. Every connection goes through the guard of addresses that clients name. */
export function openS3Destination(access: DestinationAccess): OpenDestination {
  const { destination, keys, policy, onRefused, signal, partBytes = PART_BYTES } = access
  const { host, ...place } = locateDestination(destination)
  const requestHandler = createGuardedHandler({ policy, onRefused })
  const client = createCustomerS3Client({ ...place, credentials: keys, requestHandler })
  const sender = createSender({ client, bucket: destination.bucket, host, signal })

  async function putParts(file: OutgoingFile, parts: AsyncIterable<Buffer>): Promise<void> {
    const { bytes, onUpload = async () => {} } = file
    const upload = await sender.begin(file)
    const sent: SentPart[] = []
    try {
      await onUpload(upload)
      for await (const body of parts)
        sent.push(await sender.putPart(upload, describePart(sent.length + 1, body)))
      await sender.complete(upload, sent)
    } catch (error) {
      // The signal may have ended this very upload. What stays behind is known, and the next attempt takes it back.
      const isGone = sender.abort(upload, AbortSignal.timeout(ABORT_LIMIT_MS)).then(() => onUpload(null))
      await isGone.catch(() => {})
      throw error
    }
    await onUpload(null)
    await sender.verify(file.key, { bytes, sha256: composeSha256(sent) })
  }

  return {
    async put(file) {
      const { bytes, sha256 } = file
      const size = Math.max(partBytes, Math.ceil(bytes / MOST_PARTS))
      const parts = readParts(await file.open(), { size, bytes, sha256 })
      if (bytes > size) return putParts(file, parts)
      for await (const body of parts) {
        const only = describePart(1, body)
        await sender.putWhole(file, only)
        await sender.verify(file.key, { bytes, sha256: only.sha256 })
      }
    },
    abort: (upload) => sender.abort(upload),
    delete: (key) => sender.delete(key),
  }
}
