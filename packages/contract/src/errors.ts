import { RECORD_KINDS, type RecordKind } from './ids.ts'

/** What the catalogue says of one code. */
export type ErrorEntry = { status: number; text: string; retryable: boolean; hint: string }

/**
 * Every code a response can carry: status, the sentence when nothing better is known, whether trying again helps, and
 * what to do (words in `backticks` are code).
 */
export const ERRORS = {
  BAD_REQUEST: {
    status: 400,
    text: 'The request could not be understood.',
    retryable: false,
    hint: 'Read `message`: it says which header, path or part is wrong.',
  },
  INVALID_JSON: {
    status: 400,
    text: 'The body is not valid JSON.',
    retryable: false,
    hint: 'Run the body through a JSON validator. The message says where the mistake is.',
  },
  UNSAFE_JSON: {
    status: 400,
    text: 'The body has a key that is not allowed, or is nested too deeply.',
    retryable: false,
    hint: 'Remove keys named `__proto__` or `constructor.prototype`; nest at most 32 levels and send at most 50,000 values.',
  },
  INVALID_CHARACTERS: {
    status: 400,
    text: 'A string contains a NUL character or half of a surrogate pair.',
    retryable: false,
    hint: 'Remove the NUL character or the broken emoji from the named field. Both usually come from cutting a string in the middle of a character. A letter may carry up to 64 accents.',
  },
  INVALID_CURSOR: {
    status: 400,
    text: 'The cursor was not made by this list. Start again without it.',
    retryable: false,
    hint: 'Pass `nextCursor` of the previous page unchanged and with the same filters, or start again without a cursor.',
  },
  VALIDATION_ERROR: {
    status: 400,
    text: 'Some fields are invalid.',
    retryable: false,
    hint: 'Each entry of `details` names a field, what was received and the rule. All errors are listed at once.',
  },
  UNKNOWN_CONTENT: {
    status: 400,
    text: 'There is no template with this contentId.',
    retryable: false,
    hint: '`GET /v1/contents` lists the templates. The message names the most similar ones.',
  },
  TEMPLATE_DATA_INVALID: {
    status: 400,
    text: "requiredData does not match the template's schema.",
    retryable: false,
    hint: '`GET /v1/contents/{contentId}` shows the schema of `requiredData`.',
  },
  LYRICS_INVALID: {
    status: 400,
    text: 'The lyrics cannot be used.',
    retryable: false,
    hint: 'The message names the line and column that cannot be read, or says which times a template needs. `songreel lyrics check` shows the same on your machine.',
  },
  FONT_INVALID: {
    status: 400,
    text: 'The font cannot be used.',
    retryable: false,
    hint: 'The upload that the field names was looked at already, and the message says what is wrong with it. Send a TTF, OTF or WOFF2 file.',
  },
  LOGO_INVALID: {
    status: 400,
    text: 'The logo cannot be used.',
    retryable: false,
    hint: 'The upload that the field names was looked at already, and the message says what is wrong with it. Send a PNG or an SVG.',
  },
  ANIMATION_INVALID: {
    status: 400,
    text: 'The animation cannot be used.',
    retryable: false,
    hint: 'The upload that the field names was looked at already, and the message says what is wrong with it. Send a Lottie JSON or a .lottie file.',
  },
  AMBIGUOUS_REFERENCE: {
    status: 400,
    text: 'An id and an object were given for the same thing. Send one of them.',
    retryable: false,
    hint: 'Send either the id (`artistId`) or the object (`artist`), not both.',
  },
  REFERENCE_MISMATCH: {
    status: 400,
    text: 'The ids do not belong together.',
    retryable: false,
    hint: 'Send only `mediaId`: its bundle and artist are implied.',
  },
  URL_NOT_ALLOWED: {
    status: 400,
    text: 'This address may not be reached from here.',
    retryable: false,
    hint: 'Addresses inside a private network are refused. The operator can allow hosts with `SONGREEL_ALLOW_PRIVATE_HOSTS`.',
  },
  UNAUTHENTICATED: {
    status: 401,
    text: 'No valid token was presented.',
    retryable: false,
    hint: 'The message says whether the token is missing, malformed, unknown or revoked. Send `Authorization: Bearer <authToken>`.',
  },
  FORBIDDEN: {
    status: 403,
    text: 'This token may not do that.',
    retryable: false,
    hint: 'The token is valid but lacks a scope. Use a key with the scope that the message names.',
  },
  STORAGE_QUOTA_EXCEEDED: {
    status: 403,
    text: 'The organization has used up its storage quota.',
    retryable: false,
    hint: 'Delete the files of renders you no longer need, or ask the operator for a higher quota. `quota` in `details` has the bytes of the `limit` and those `used`, `GET /v1/limits` shows them at any time; files are also deleted when they expire.',
  },
  QUOTA_EXCEEDED: {
    status: 403,
    text: 'The organization has used up what it may have made this month.',
    retryable: false,
    hint: 'Each entry of `details` has in `quota` the `limit`, what is `used`, what is `open` with this request, and `resetsAt`. Wait until then, cancel what you no longer need, or ask the operator for more. `quota` of `GET /v1/usage` shows the same at any time; a test token is never limited.',
  },
  NOT_FOUND: {
    status: 404,
    text: 'There is nothing here.',
    retryable: false,
    hint: 'Check the path against `/docs`.',
  },
  ...describeMissingRecords(),
  CONTENT_NOT_FOUND: {
    status: 404,
    text: 'There is no such template.',
    retryable: false,
    hint: '`GET /v1/contents` lists the templates.',
  },
  ORGANIZATION_NOT_FOUND: {
    status: 404,
    text: 'There is no such organization.',
    retryable: false,
    hint: "Use `me` instead of the id: it always means the token's own organization.",
  },
  API_KEY_NOT_FOUND: {
    status: 404,
    text: 'There is no such key.',
    retryable: false,
    hint: 'The key is already revoked, or belongs to another organization.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    text: 'There is no such webhook delivery.',
    retryable: false,
    hint: 'The id is mistyped or deleted, or belongs to another organization; these look the same on purpose.',
  },
  DESTINATION_CREDENTIALS_NOT_FOUND: {
    status: 404,
    text: 'There are no such credentials.',
    retryable: false,
    hint: '`GET /v1/destination-credentials` lists them. They are deleted, or belong to another organization.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    text: 'This path does not support that method.',
    retryable: false,
    hint: 'The `Allow` header lists the methods of this path.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    text: 'The request took too long to arrive.',
    retryable: true,
    hint: 'Send the request faster. A request whose body stops arriving is aborted.',
  },
  CONFLICT: {
    status: 409,
    text: 'The request conflicts with the current state.',
    retryable: false,
    hint: 'Read the record again and decide from its current state. The message says what the conflict is.',
  },
  HAS_CHILDREN: {
    status: 409,
    text: 'It still has child records. Delete them first, or send ?cascade=true.',
    retryable: false,
    hint: 'Delete the child records first, or add `?cascade=true`.',
  },
  MEDIA_INCOMPLETE: {
    status: 409,
    text: 'The media lacks what the template needs.',
    retryable: false,
    hint: 'Add what the template needs (usually `audioUrl`) with `PUT /v1/media/{mediaId}`.',
  },
  NOT_CANCELABLE: {
    status: 409,
    text: 'It is already finished.',
    retryable: false,
    hint: 'Read it again: its status is final, so there is nothing left to cancel.',
  },
  NOT_RETRYABLE: {
    status: 409,
    text: 'Only a failed or canceled render can be retried.',
    retryable: false,
    hint: 'Check `status`: only renders that are `FAILED` or `CANCELED` can be retried.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running. Try again in a moment.',
    retryable: true,
    hint: 'Wait a second, then send the same request with the same key again.',
  },
  OUTPUT_EXPIRED: {
    status: 410,
    text: 'The file was deleted or has expired.',
    retryable: false,
    hint: "The render's `filesDeletedAt` says when. Files are kept for `SONGREEL_RETENTION_DAYS`; create a new batch to render the video again.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    text: 'The record has changed since it was read.',
    retryable: false,
    hint: 'Read the record again, decide what should stand, and send its new `ETag` as `If-Match`. Without `If-Match`, the last request wins.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    text: 'The body is too large.',
    retryable: false,
    hint: '`GET /v1/limits` shows the limits. Send files to `POST /v1/uploads` or by URL, never inside JSON.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    text: 'The body must be JSON, with Content-Type: application/json.',
    retryable: false,
    hint: 'Send JSON with `Content-Type: application/json`. For uploads, the message says what the file contains.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    text: 'The file does not have the bytes that the Range header asks for.',
    retryable: false,
    hint: 'The `Content-Range` header has the size of the file. Leave out `Range` to get all of it.',
  },
  EXPECTATION_FAILED: {
    status: 417,
    text: 'The Expect header asks for something unknown.',
    retryable: false,
    hint: 'Leave out the `Expect` header, or send `Expect: 100-continue`.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    text: 'This Idempotency-Key was used with another request. Use a new key.',
    retryable: false,
    hint: 'Use a new key for every new request; reuse a key only to repeat the same request.',
  },
  LOOK_INVALID: {
    status: 422,
    text: 'The look cannot be used.',
    retryable: false,
    hint: 'Each entry of `details` names a place in the JSON, what is wrong there and what to do. `songreel templates check` shows the same on your machine.',
  },
  RATE_LIMITED: {
    status: 429,
    text: 'Too many requests with this token.',
    retryable: true,
    hint: 'Wait for `Retry-After` seconds. The `RateLimit` headers of every response show how much is left.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    text: 'The headers are too large.',
    retryable: false,
    hint: 'Send fewer or shorter headers and a shorter path.',
  },
  INTERNAL: {
    status: 500,
    text: 'Something went wrong on our side. Quote the requestId when you report it.',
    retryable: true,
    hint: "Try again. If it keeps failing, report it with the `requestId`; the service's log has the cause under that id.",
  },
  UNAVAILABLE: {
    status: 503,
    text: 'The service is unavailable at the moment. Try again shortly.',
    retryable: true,
    hint: 'Wait for `Retry-After` seconds. `GET /readyz` names the part that is down.',
  },
} as const satisfies Record<string, ErrorEntry>

/** A code of a failed request. */
export type ErrorCode = keyof typeof ERRORS

/** `mediaBundle` as codes write it: `MEDIA_BUNDLE`. */
type CodeWord<Kind extends string> = Kind extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? '' : '_'}${Uppercase<Letter>}${CodeWord<Rest>}`
  : ''

/** What says that there is no such record. */
export type NotFoundCode = `${CodeWord<RecordKind>}_NOT_FOUND`

/** The code for a record that is not there. */
export function notFoundCode(kind: RecordKind): NotFoundCode {
  return `${kind.replace(/[A-Z]/g, '_$&').toUpperCase()}_NOT_FOUND` as NotFoundCode
}

function describeMissingRecords(): Record<NotFoundCode, ErrorEntry> {
  const hint =
    'The id is mistyped or deleted, or belongs to another organization; these look the same on purpose.'
  const entries = RECORD_KINDS.map((kind) => {
    const text = `There is no such ${kind.replace(/[A-Z]/g, ' $&').toLowerCase()}.`
    return [notFoundCode(kind), { status: 404, text, retryable: false, hint }]
  })
  return Object.fromEntries(entries)
}
