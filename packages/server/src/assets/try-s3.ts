import { StartError } from '../start-error.ts'
import type { Storage } from './storage.ts'

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'TimeoutError',
])

type Place = { bucket: string; endpoint: string | undefined; region: string | undefined }
type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

/** Asks for the bucket once at start: a wrong name or key is better reported now than by every render. */
export async function tryS3(storage: Storage, place: Place): Promise<void> {
  try {
    await storage.check()
  } catch (error) {
    throw explain((error as Error).cause as S3Error, place)
  }
}

function explain(cause: S3Error, { bucket, endpoint, region }: Place): StartError {
  const server = endpoint ?? 'AWS'
  const status = cause.$metadata?.httpStatusCode
  const code = cause.code ?? cause.name
  const refuse = (message: string) => new StartError('SETTING_UNUSABLE', { message, cause })
  if (status === 404)
    return refuse(
      `SONGREEL_S3_BUCKET is ${bucket}, and ${server} has no bucket of that name. Create it, or set the right name.`,
    )
  if (status === 403 || status === 401)
    return refuse(
      `SONGREEL_S3_BUCKET is ${bucket}, and ${server} refuses these keys (${status}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights on the bucket.`,
    )
  if (status === 301 || status === 400)
    return refuse(
      `SONGREEL_S3_REGION is ${region ?? 'not set'}, and ${server} says that the bucket ${bucket} is not there (${status}). Set the region of the bucket.`,
    )
  if (cause.name === 'CredentialsProviderError')
    return refuse(
      `SONGREEL_S3_BUCKET is ${bucket}, and there are no keys for it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.`,
    )
  const setting = endpoint ? `SONGREEL_S3_ENDPOINT is ${endpoint}` : `SONGREEL_S3_BUCKET is ${bucket}`
  const reason = UNREACHABLE.has(code) ? 'cannot be reached' : 'does not answer as S3 does'
  const message = `${setting}, and ${endpoint ? 'it' : 'AWS'} ${reason} (${code || status}). Is it running, and is the address right?`
  return new StartError('STORAGE_UNREACHABLE', { message, cause })
}
