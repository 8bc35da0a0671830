import { constants } from 'node:os'

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
  | 'FONT_INVALID'
  | 'LOGO_INVALID'
  | 'ANIMATION_INVALID'
  | 'TEMPLATE_DATA_INVALID'
  | 'TEMPLATE_FAILED'
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

/** What else is known of a failure, and what to do about it where the code alone does not say. */
export type RenderErrorFacts = RenderErrorDetails & { advice?: string }

/** The one error class of this package: what was seen, with the file's name, and what to do. The message is both. */
export class RenderError extends Error {
  readonly code: RenderErrorCode
  readonly seen: string
  readonly advice?: string
  readonly details: RenderErrorDetails

  constructor(
    code: RenderErrorCode,
    seen: string,
    { advice, ...details }: RenderErrorFacts = {},
    options?: ErrorOptions,
  ) {
    super(advice ? `${seen} ${advice}` : seen, options)
    this.name = 'RenderError'
    this.code = code
    this.seen = seen
    this.advice = advice
    this.details = details
  }
}

/** Codes of Node, of FFmpeg (a negative errno) and of our own. */
const DISK_FULL_CODES = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  -constants.errno.ENOSPC,
  -constants.errno.EDQUOT,
  'STORAGE_FULL',
])

/** Whether a disk without room, or a quota on it, is behind an error. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (DISK_FULL_CODES.has((each as { code?: unknown }).code)) return true
  return false
}
