/** What the catalogue says of one code. */
export type ErrorEntry = { status: number; text: string; retryable: boolean }

/** Every code an answer can carry: status, the sentence when nothing better is known, and whether trying again helps. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, text: 'The request could not be understood.', retryable: false },
  INVALID_JSON: { status: 400, text: 'The body is not valid JSON.', retryable: false },
  UNSAFE_JSON: { status: 400, text: 'The body carries a key that is not allowed.', retryable: false },
  INVALID_CHARACTERS: {
    status: 400,
    text: 'A text holds a NUL character or half of a surrogate pair.',
    retryable: false,
  },
  INVALID_CURSOR: {
    status: 400,
    text: 'The cursor was not made by this list. Start again without it.',
    retryable: false,
  },
  VALIDATION_ERROR: { status: 400, text: 'Some fields are not as they should be.', retryable: false },
  UNKNOWN_CONTENT: { status: 400, text: 'There is no template with this contentId.', retryable: false },
  TEMPLATE_DATA_INVALID: {
    status: 400,
    text: 'requiredData does not fit what the template asks for.',
    retryable: false,
  },
  AMBIGUOUS_REFERENCE: {
    status: 400,
    text: 'An id and an object were given for the same thing. Send one of them.',
    retryable: false,
  },
  REFERENCE_MISMATCH: { status: 400, text: 'The ids do not belong together.', retryable: false },
  URL_NOT_ALLOWED: { status: 400, text: 'This address may not be reached from here.', retryable: false },
  UNAUTHENTICATED: { status: 401, text: 'No valid token was presented.', retryable: false },
  FORBIDDEN: { status: 403, text: 'This token may not do that.', retryable: false },
  NOT_FOUND: { status: 404, text: 'There is nothing here.', retryable: false },
  ARTIST_NOT_FOUND: { status: 404, text: 'There is no such artist.', retryable: false },
  MEDIA_BUNDLE_NOT_FOUND: { status: 404, text: 'There is no such media bundle.', retryable: false },
  MEDIA_NOT_FOUND: { status: 404, text: 'There is no such media.', retryable: false },
  PLUGIN_NOT_FOUND: { status: 404, text: 'There is no such plugin.', retryable: false },
  ASSET_NOT_FOUND: { status: 404, text: 'There is no such asset.', retryable: false },
  BATCH_NOT_FOUND: { status: 404, text: 'There is no such batch.', retryable: false },
  RENDER_NOT_FOUND: { status: 404, text: 'There is no such render.', retryable: false },
  CONTENT_NOT_FOUND: { status: 404, text: 'There is no such template.', retryable: false },
  ORGANIZATION_NOT_FOUND: { status: 404, text: 'There is no such organization.', retryable: false },
  API_KEY_NOT_FOUND: { status: 404, text: 'There is no such key.', retryable: false },
  DELIVERY_NOT_FOUND: { status: 404, text: 'There is no such webhook delivery.', retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, text: 'This path does not take that method.', retryable: false },
  REQUEST_TIMEOUT: { status: 408, text: 'The request took too long to arrive.', retryable: true },
  CONFLICT: { status: 409, text: 'The request does not fit the present state.', retryable: false },
  HAS_CHILDREN: {
    status: 409,
    text: 'It still has records below it. Delete them first, or send ?cascade=true.',
    retryable: false,
  },
  MEDIA_INCOMPLETE: { status: 409, text: 'The media lacks what the template needs.', retryable: false },
  NOT_CANCELABLE: { status: 409, text: 'It is finished already.', retryable: false },
  NOT_RETRYABLE: {
    status: 409,
    text: 'Only a failed or canceled render can be tried again.',
    retryable: false,
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    text: 'A request with this Idempotency-Key is still running. Try again in a moment.',
    retryable: true,
  },
  OUTPUT_EXPIRED: { status: 410, text: 'The file was kept for its time and is gone.', retryable: false },
  BODY_TOO_LARGE: { status: 413, text: 'The body is too large.', retryable: false },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    text: 'The body must be JSON, with Content-Type: application/json.',
    retryable: false,
  },
  EXPECTATION_FAILED: {
    status: 417,
    text: 'The Expect header asks for something unknown.',
    retryable: false,
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    text: 'This Idempotency-Key was used with another request. Use a new key.',
    retryable: false,
  },
  RATE_LIMITED: { status: 429, text: 'Too many requests with this token.', retryable: true },
  HEADERS_TOO_LARGE: { status: 431, text: 'The headers are too large.', retryable: false },
  INTERNAL: {
    status: 500,
    text: 'Something went wrong on our side. Quote the requestId when you report it.',
    retryable: true,
  },
  UNAVAILABLE: {
    status: 503,
    text: 'The service cannot answer at the moment. Try again shortly.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorEntry>

/** A code of a failed request. */
export type ErrorCode = keyof typeof ERRORS

/** What the catalogue says of one way a render or an asset can fail. */
export type RenderFailure = { text: string; retryable: boolean }

/** Why an asset could not be had or a render not be made; found in `error.code` of the record. */
export const RENDER_FAILURES = {
  ASSET_UNREACHABLE: { text: 'A file could not be fetched from its address.', retryable: true },
  ASSET_TIMEOUT: { text: 'A file took too long to arrive.', retryable: true },
  ASSET_TOO_LARGE: { text: 'A file is larger than the limit.', retryable: false },
  ASSET_TYPE_MISMATCH: { text: 'A file is of another type than its field asks for.', retryable: false },
  ASSET_UNSUPPORTED: { text: 'A file is of a type that is not supported.', retryable: false },
  ASSET_TRUNCATED: { text: 'A file ends too early.', retryable: true },
  ASSET_CORRUPT: { text: 'A file is damaged.', retryable: false },
  URL_NOT_ALLOWED: { text: 'An address may not be reached from here.', retryable: false },
  AUDIO_MISSING: { text: 'The template needs a song and there is none.', retryable: false },
  AUDIO_RANGE_INVALID: { text: 'audioStartEndSecs lies outside the song.', retryable: false },
  LYRICS_MISSING: { text: 'The template needs lyrics and there are none.', retryable: false },
  LYRICS_INVALID: { text: 'The lyrics could not be read.', retryable: false },
  RENDER_TIMEOUT: { text: 'The render took longer than its limit.', retryable: true },
  RENDER_STALLED: { text: 'The render stopped making progress.', retryable: true },
  RENDER_OUT_OF_MEMORY: { text: 'The render needed more memory than its limit.', retryable: true },
  RENDER_CRASHED: { text: 'The render process ended unexpectedly.', retryable: true },
  OUTPUT_CHECK_FAILED: { text: 'The finished video did not pass its check.', retryable: true },
  STORAGE_FULL: { text: 'There is no room to store the video.', retryable: true },
  STORAGE_FAILED: { text: 'The video could not be stored.', retryable: true },
  BATCH_EXPIRED: { text: 'The batch waited longer than its limit.', retryable: true },
  INTERNAL: { text: 'Something went wrong on our side.', retryable: true },
} as const satisfies Record<string, RenderFailure>

/** A code of a failed render or asset. */
export type RenderFailureCode = keyof typeof RENDER_FAILURES
