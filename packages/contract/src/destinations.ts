import { z } from 'zod'
import { idInput, idOf } from './ids.ts'
import { PageQuery, pageOf } from './lists.ts'
import { Name, Timestamp, text } from './text.ts'
import { HttpUrl } from './url.ts'

const MAX_PREFIX_CHARACTERS = 512
/** A key may have 1,024 bytes, and the file's name comes behind the prefix. */
const MAX_PREFIX_BYTES = 700
/** Ends and beginnings that AWS keeps for other things than plain buckets. */
const RESERVED_BUCKET = /^(xn--|sthree-|amzn-s3-demo-)|(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/
const LOOKS_LIKE_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/

const Bucket = z
  .string()
  .trim()
  .max(63, 'must have at most 63 characters')
  .superRefine((value, context) => {
    const message = findBucketProblem(value)
    if (message) context.addIssue({ code: 'custom', message, input: value })
  })
  .meta({ minLength: 3, maxLength: 63, example: 'label-videos' })

function findBucketProblem(value: string): string | undefined {
  if (value.length < 3) return 'must have at least 3 characters'
  if (!/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/.test(value))
    return 'must be the name of a bucket: lower-case letters, digits, dots and hyphens, with a letter or digit at both ends'
  if (value.includes('..')) return 'must not have two dots in a row'
  if (LOOKS_LIKE_ADDRESS.test(value)) return 'must not look like an IP address'
  if (RESERVED_BUCKET.test(value)) return 'must be a plain bucket, not an alias, access point or directory'
  return undefined
}

const Prefix = text(MAX_PREFIX_CHARACTERS)
  .superRefine((value, context) => {
    const message = findPrefixProblem(value)
    if (message) context.addIssue({ code: 'custom', message, input: value })
  })
  .meta({ maxLength: MAX_PREFIX_CHARACTERS, example: 'releases/2026' })

function findPrefixProblem(value: string): string | undefined {
  if (value === '') return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(value)) return 'must not have control characters'
  if (value.includes('\\')) return 'must have slashes between its parts, not backslashes'
  if (value.startsWith('/')) return 'must not begin with a slash: keys of a bucket do not'
  const parts = value.replace(/\/$/, '').split('/')
  if (parts.includes('')) return 'must not have two slashes in a row'
  if (parts.some((part) => part === '.' || part === '..')) return 'must not have . or .. as a part'
  if (new TextEncoder().encode(value).length > MAX_PREFIX_BYTES)
    return `must have at most ${MAX_PREFIX_BYTES} bytes in UTF-8`
  return undefined
}

const Endpoint = HttpUrl.superRefine((value, context) => {
  const url = URL.parse(value)
  if (!url || (url.pathname === '/' && !url.search && !url.hash)) return
  const message = 'must be the address of the store alone, without path, query and fragment'
  context.addIssue({ code: 'custom', message, input: value })
}).meta({ format: 'uri', maxLength: 2048, example: 'https://s3.eu-central-003.example.com' })

const place = {
  bucket: Bucket.describe('The bucket; it must exist'),
  prefix: Prefix.optional().describe('Where in the bucket: keys are the prefix, a slash and the file name'),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'must be the name of a region, such as eu-central-1')
    .optional()
    .meta({ description: 'The region of the bucket; by default us-east-1', example: 'eu-central-1' }),
  endpoint: Endpoint.optional().describe('The address of a store other than AWS; https'),
}

/** Where finished videos are sent: a bucket of the customer's own. */
export const Destination = z.object({
  type: z.literal('S3').describe('A bucket of AWS S3 or of a store that speaks its language'),
  ...place,
  credentialsId: idInput('destinationCredentials').describe(
    'The keys; `POST /v1/destination-credentials` stores them',
  ),
})
export type Destination = z.infer<typeof Destination>

/** Path of stored keys. */
export const DestinationCredentialsPath = z.object({
  credentialsId: idInput('destinationCredentials').describe('The credentials'),
})

/** Keys have no blanks and no control characters; what is pasted with a line end is understood. */
const key = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'must have visible ASCII characters only, without spaces')

/** Body of POST /v1/destination-credentials. */
export const DestinationCredentialsInput = z.object({
  name: Name.describe('What the keys are for; shown in the list'),
  type: z.literal('S3').optional().describe('Always `S3`'),
  accessKeyId: key(3, 256).meta({ description: 'The access key id', example: 'AKIAIOSFODNN7EXAMPLE' }),
  secretAccessKey: key(8, 1024).meta({
    description: 'The secret access key; stored encrypted and never shown again',
    example: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }),
})
export type DestinationCredentialsInput = z.infer<typeof DestinationCredentialsInput>

/** Keys of a bucket as they are shown: never whole. */
export const DestinationCredentials = z.object({
  credentialsId: idOf('destinationCredentials').describe('Id of the credentials, for destinations'),
  name: z.string().describe('What the keys are for'),
  type: z.literal('S3').describe('Always `S3`'),
  accessKeyHint: z.string().meta({
    description: 'First and last characters of the access key id',
    example: 'AKIA…MPLE',
  }),
  createdAt: Timestamp.describe('When they were stored'),
  lastUsedAt: Timestamp.nullable().describe('When a video was last sent with them; null if never'),
})
export type DestinationCredentials = z.infer<typeof DestinationCredentials>

/** Query of GET /v1/destination-credentials. */
export const DestinationCredentialsQuery = PageQuery
export type DestinationCredentialsQuery = z.infer<typeof DestinationCredentialsQuery>

export const DestinationCredentialsPage = pageOf(DestinationCredentials)

/** Body of POST /v1/destination-credentials/{credentialsId}/test. */
export const DestinationTest = z.object(place)
export type DestinationTest = z.infer<typeof DestinationTest>

/** Why a video could not be delivered. */
export const DeliveryFailure = z.object({
  code: z.string().meta({ description: 'Error code; see the error codes', example: 'DESTINATION_REFUSED' }),
  message: z.string().describe('What was seen and what to do'),
  retryable: z.boolean().describe('Whether trying again may help without changing anything'),
})
export type DeliveryFailure = z.infer<typeof DeliveryFailure>

/** What came of a test. */
export const DestinationTested = z.object({
  isWritable: z.boolean().describe('Whether a small object could be stored'),
  isDeleted: z.boolean().describe('Whether it could be deleted again; keys that may only write leave it'),
  key: z.string().describe('Key of that object'),
  tookMs: z.number().int().describe('Duration in milliseconds'),
  error: DeliveryFailure.optional().describe('Why it could not be stored'),
})
export type DestinationTested = z.infer<typeof DestinationTested>

/** Whether a render's files have arrived at the destination of its batch. */
export const Delivered = z.object({
  status: z
    .enum(['PENDING', 'DELIVERED', 'FAILED'])
    .describe('`PENDING` while it is being tried, then `DELIVERED` or `FAILED`'),
  at: Timestamp.optional().describe('When it was delivered or given up'),
  key: z.string().optional().describe('Key of the video in the bucket, once it is delivered'),
  error: DeliveryFailure.optional().describe('Why the last attempt failed'),
  attempts: z.number().int().describe('Attempts so far'),
  nextAttemptAt: Timestamp.optional().describe('When the next attempt is due, after one that failed'),
})
export type Delivered = z.infer<typeof Delivered>

/** Body of POST /v1/renders/{renderId}/redeliver. */
export const RedeliverInput = z.object({
  destination: Destination.optional().describe(
    'Another destination; by default the one before, or that of its batch',
  ),
})
export type RedeliverInput = z.infer<typeof RedeliverInput>
