import { RENDER_FAILURES, type RenderFailureCode } from '@songreel/contract'
import { isDiskFull, RenderError } from '@songreel/render'
import { ServiceError } from '../errors.ts'
import { WorkError } from '../work-error.ts'

/** Engine errors that may be transient: the render is retried before they are reported. */
const TRANSIENT_CODES = new Set<string>([
  'RENDER_STALLED',
  'RENDER_OUT_OF_MEMORY',
  'RENDER_CRASHED',
  'OUTPUT_CHECK_FAILED',
])

/** The fields of the request that the engine's errors refer to. */
const FIELDS: Partial<Record<RenderFailureCode, string>> = {
  AUDIO_MISSING: 'media.audioUrl',
  AUDIO_RANGE_INVALID: 'videoSettings.audioStartEndSecs',
  LYRICS_MISSING: 'media.lyricsUrl',
  LYRICS_INVALID: 'media.lyricsUrl',
}

/** What went wrong with a render, in words that are safe to show, and whether another attempt may help. */
export function readRenderError(error: unknown): WorkError {
  if (error instanceof WorkError) return error
  if (error instanceof ServiceError && error.code === 'STORAGE_QUOTA_EXCEEDED')
    return new WorkError(error.code, { seen: error.message, advice: '', cause: error })
  if (isDiskFull(error)) return new WorkError('STORAGE_FULL', { isTransient: true, cause: error })
  // What a template threw is for its author, so it goes into the log only.
  if (error instanceof RenderError && error.code === 'TEMPLATE_FAILED') {
    const seen = `The template ${error.details.contentId} could not draw the video.`
    return new WorkError('TEMPLATE_FAILED', { seen, cause: error })
  }
  if (error instanceof RenderError && error.code !== 'INTERNAL' && error.code in RENDER_FAILURES) {
    const code = error.code as RenderFailureCode
    const isTransient = TRANSIENT_CODES.has(code)
    return new WorkError(code, {
      seen: error.seen,
      advice: error.advice,
      field: FIELDS[code],
      isTransient,
      cause: error,
    })
  }
  // A bug of ours: don't show the message, which may name folders and functions.
  return new WorkError('INTERNAL', { isTransient: true, cause: error })
}
