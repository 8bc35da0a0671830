import { RECORD_KINDS, type RecordKind } from './ids.ts'

/** What the catalogue says of one code. */
export type ErrorEntry = { status: number; text: string; retryable: boolean; hint: string }

/**
 * Every code an answer can carry: status, the sentence when nothing better is known, whether trying again helps, and
 * what to do (words in `backticks` are code).
 */
export const ERRORS = {
  BAD_REQUEST: {
    status: 400,
    text: 'The request could not be understood.',
    retryable: false,
    hint: 'Look at `message`: it says which header, path or part was not understood.',
  },
  INVALID_JSON: {
    status: 400,
    text: 'The body is not valid JSON.',
    retryable: false,
    hint: 'Run the body through a JSON checker. The message names the place.',
  },
  UNSAFE_JSON: {
    status: 400,
    text: 'The body carries a key that is not allowed, or too much nesting.',
    retryable: false,
    hint: 'Remove keys named `__proto__` or `constructor.prototype`; nest at most 32 levels and send at most 50,000 values.',
  },
  INVALID_CHARACTERS: {
    status: 400,
    text: 'A text holds a NUL character or half of a surrogate pair.',
    retryable: false,
    hint: 'Remove the NUL character or the broken emoji from the named field. Both usually come from cutting a text in the middle.',
  },
  INVALID_CURSOR: {
    status: 400,
    text: 'The cursor was not made by this list. Start again without it.',
    retryable: false,
    hint: 'Use `nextCursor` of the page before, unchanged and with the same filters, or start again without a cursor.',
  },
  VALIDATION_ERROR: {
    status: 400,
    text: 'Some fields are not as they should be.',
    retryable: false,
    hint: 'Each entry of `details` names a field, what was seen and the rule. All faults are listed at once.',
  },
  UNKNOWN_CONTENT: {
    status: 400,
    text: 'There is no template with this contentId.',
    retryable: false,
    hint: '`GET /v1/contents` lists the templates. The message names the nearest ones.',
  },
  TEMPLATE_DATA_INVALID: {
    status: 400,
    text: 'requiredData does not fit what the template asks for.',
    retryable: false,
    hint: '`GET /v1/contents/{contentId}` shows the schema of `requiredData`.',
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
    hint: 'Send `mediaId` alone: its bundle and artist follow by themselves.',
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
    hint: 'The token is good but too narrow. Use a key with the scope that the message names.',
  },
  STORAGE_QUOTA_EXCEEDED: {
    status: 403,
    text: 'The organization stores as much as it may.',
    retryable: false,
    hint: 'Delete the files of renders that are no longer needed, or ask the operator for more. `GET /v1/limits` shows how much is used; files go by themselves after their days.',
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
    hint: "Use `me` in place of the id: it always means the token's own organization.",
  },
  API_KEY_NOT_FOUND: {
    status: 404,
    text: 'There is no such key.',
    retryable: false,
    hint: 'The key is revoked already, or belongs to another organization.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    text: 'There is no such webhook delivery.',
    retryable: false,
    hint: 'The id is mistyped, gone, or belongs to another organization; the three look alike on purpose.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    text: 'This path does not take that method.',
    retryable: false,
    hint: 'The `Allow` header lists the methods of this path.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    text: 'The request took too long to arrive.',
    retryable: true,
    hint: 'Send the whole request faster; a body that stops half-way is given up.',
  },
  CONFLICT: {
    status: 409,
    text: 'The request does not fit the present state.',
    retryable: false,
    hint: 'Read the record again, then decide anew. The message says what stands in the way.',
  },
  HAS_CHILDREN: {
    status: 409,
    text: 'It still has records below it. Delete them first, or send ?cascade=true.',
    retryable: false,
    hint: 'Delete the records below it first, or add `?cascade=true`.',
  },
  MEDIA_INCOMPLETE: {
    status: 409,
    text: 'The media lacks what the template needs.',
    retryable: false,
    hint: 'Give the media what the template needs (usually `audioUrl`) with `PUT /v1/media/{mediaId}`.',
  },
  NOT_CANCELABLE: {
    status: 409,
    text: 'It is finished already.',
    retryable: false,
    hint: 'Read it again: its status is final, and the work that was to be stopped is done.',
  },
  NOT_RETRYABLE: {
    status: 409,
    text: 'Only a failed or canceled render can be tried again.',
    retryable: false,
    hint: 'Only renders that are `FAILED` or `CANCELED` can be tried again.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running. Try again in a moment.',
    retryable: true,
    hint: 'Wait a second and send the same request again with the same key.',
  },
  OUTPUT_EXPIRED: {
    status: 410,
    text: 'The file was deleted, or kept for its time and is gone.',
    retryable: false,
    hint: '`filesDeletedAt` of the render says since when. Files are kept for `SONGREEL_RETENTION_DAYS`; make the video again with a new batch.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    text: 'The body is too large.',
    retryable: false,
    hint: '`GET /v1/limits` shows the limits. Files go to `POST /v1/uploads` or by URL, never inside JSON.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    text: 'The body must be JSON, with Content-Type: application/json.',
    retryable: false,
    hint: 'Send JSON with `Content-Type: application/json`. For uploads the message says what was seen in the file.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    text: 'The file does not have the bytes that the Range header asks for.',
    retryable: false,
    hint: 'The `Content-Range` header tells the size of the file. Leave `Range` out to get all of it.',
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
    hint: 'Use a fresh key for every new request; the same key only for the very same request.',
  },
  RATE_LIMITED: {
    status: 429,
    text: 'Too many requests with this token.',
    retryable: true,
    hint: 'Wait for `Retry-After` seconds. The `RateLimit` headers of every answer show how much is left.',
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
    hint: 'Try again; if it stays, report it with the `requestId`. The log of the service has the cause under that id.',
  },
  UNAVAILABLE: {
    status: 503,
    text: 'The service cannot answer at the moment. Try again shortly.',
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
    'The id is mistyped, gone, or belongs to another organization; the three look alike on purpose.'
  const entries = RECORD_KINDS.map((kind) => {
    const text = `There is no such ${kind.replace(/[A-Z]/g, ' $&').toLowerCase()}.`
    return [notFoundCode(kind), { status: 404, text, retryable: false, hint }]
  })
  return Object.fromEntries(entries)
}
