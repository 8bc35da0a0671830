/** Why a render could not be made; the names are part of the API's contract (docs/errors.md). */
export type RenderErrorCode =
  | 'ASSET_TYPE_MISMATCH'
  | 'ASSET_UNSUPPORTED'
  | 'ASSET_TRUNCATED'
  | 'ASSET_CORRUPT'
  | 'ASSET_TOO_LARGE'
  | 'AUDIO_MISSING'
  | 'AUDIO_RANGE_INVALID'
  | 'LYRICS_MISSING'
  | 'LYRICS_INVALID'
  | 'TEMPLATE_DATA_INVALID'
  | 'UNKNOWN_CONTENT'
  | 'RENDER_TIMEOUT'
  | 'RENDER_STALLED'
  | 'RENDER_OUT_OF_MEMORY'
  | 'RENDER_CRASHED'
  | 'RENDER_CANCELED'
  | 'OUTPUT_CHECK_FAILED'
  | 'STORAGE_FULL'
  | 'INTERNAL'

/** Facts beside the sentence: which file, which field, what was seen. */
export type RenderErrorDetails = Record<string, string | number | boolean | null>

/** The one error class of this package; the message names the file and what was seen, and says what to do. */
export class RenderError extends Error {
  readonly code: RenderErrorCode
  readonly details: RenderErrorDetails

  constructor(
    code: RenderErrorCode,
    message: string,
    details: RenderErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'RenderError'
    this.code = code
    this.details = details
  }
}
