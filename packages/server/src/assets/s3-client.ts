import type { Readable } from 'node:stream'
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { ServiceError } from '../errors.ts'

/** Which server is meant; keys come from the usual AWS_* variables, files or roles. */
export type S3ClientSettings = {
  endpoint: string | undefined
  region: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** How long the server may say nothing; it is asked three times. */
  silenceMs?: number
}

/** Which server of a customer is meant. Nothing of it comes from the environment, which is the operator's. */
export type CustomerS3Settings = Required<Pick<S3ClientSettings, 'credentials'>> & {
  endpoint: string
  region: string
  isPathStyle: boolean
  requestHandler: NonNullable<S3ClientConfig['requestHandler']>
}

const CONNECT_MS = 5000
const SILENCE_MS = 20_000

/** Makes the client of an S3 server. */
export function createS3Client({
  endpoint,
  region,
  credentials,
  silenceMs = SILENCE_MS,
}: S3ClientSettings): S3Client {
  return new S3Client({
    region: region ?? 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Without these a server that says nothing would be waited for without end.
    requestHandler: { connectionTimeout: Math.min(CONNECT_MS, silenceMs), socketTimeout: silenceMs },
    // Servers other than AWS do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Makes the client of a customer's S3 server. It asks once: whoever delivers has a schedule of its own. */
export function createCustomerS3Client({ isPathStyle, ...settings }: CustomerS3Settings): S3Client {
  return new S3Client({
    ...settings,
    forcePathStyle: isPathStyle,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    defaultsMode: 'standard',
    retryMode: 'standard',
    followRegionRedirects: false,
    expectContinueHeader: false,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    disableS3ExpressSessionAuth: true,
    disableMultiregionAccessPoints: true,
    authSchemePreference: ['aws.auth#sigv4'],
    userAgentAppId: 'songreel',
  })
}

type UploadRequest = { bucket: string; key: string; body: Readable; signal: AbortSignal | undefined }

/** Sends a stream; the object appears when its last byte has arrived, or not at all. */
export async function upload(client: S3Client, { bucket, key, body, signal }: UploadRequest): Promise<void> {
  const sending = new Upload({ client, params: { Bucket: bucket, Key: key, Body: body } })
  const abort = () => void sending.abort()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await sending.done()
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Turns the error of an object that is not there into nothing. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error
}

/** A store that refuses, breaks off or says nothing is a transient error, reported as such; a call to stop stays one. */
export async function request<Result>(send: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    signal?.throwIfAborted()
    const message = 'The store of the files does not answer at the moment. Try again shortly.'
    throw new ServiceError('UNAVAILABLE', { message, cause: error, headers: { 'Retry-After': '5' } })
  }
}
