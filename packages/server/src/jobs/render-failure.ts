import { RENDER_FAILURES, type RenderFailureCode, type RenderFault } from '@songreel/contract'
import { RenderError } from '@songreel/render'
import { adviseOn, PassingAssetFault } from '../assets/asset-fault.ts'
import { isDiskFull, StorageFault } from '../assets/storage-fault.ts'
import { ServiceError } from '../errors.ts'

/** Faults of the engine that may pass by themselves: the render is tried again before they are told. */
const PASSING = new Set<string>([
  'RENDER_STALLED',
  'RENDER_OUT_OF_MEMORY',
  'RENDER_CRASHED',
  'OUTPUT_CHECK_FAILED',
  'STORAGE_FULL',
  'STORAGE_FAILED',
  'INTERNAL',
])

/** Faults that are not the client's: the engine's words about them may name folders and functions of ours. */
const OURS = new Set<string>(['STORAGE_FULL', 'INTERNAL'])

/** What the engine complains about is found in these fields of the request. */
const FIELDS: Partial<Record<RenderFailureCode, string>> = {
  AUDIO_MISSING: 'media.audioUrl',
  AUDIO_RANGE_INVALID: 'videoSettings.audioStartEndSecs',
  LYRICS_MISSING: 'media.lyricsUrl',
  LYRICS_INVALID: 'media.lyricsUrl',
}

/** A render that cannot be made, with the fault as its client will read it. */
export class RenderFailure extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault, options?: ErrorOptions) {
    super(fault.message, options)
    this.name = 'RenderFailure'
    this.fault = fault
  }
}

/** A render that cannot be made because of one field of its request. */
export function failureOf(code: RenderFailureCode, seen: string, field = FIELDS[code]): RenderFailure {
  return new RenderFailure(faultOf(code, seen, field))
}

/** What went wrong with a render: whose fault it is, in words that are safe to show. */
export function readRenderFault(error: unknown): { fault: RenderFault; isPassing: boolean } {
  // A file that was written down as failed had its tries; asking for it again would not change it.
  if (error instanceof RenderFailure) return { fault: error.fault, isPassing: false }
  if (error instanceof PassingAssetFault) return { fault: error.fault, isPassing: true }
  if (error instanceof ServiceError && error.code === 'STORAGE_QUOTA_EXCEEDED')
    return { fault: { code: error.code, message: error.message, retryable: true }, isPassing: false }
  const code = codeOf(error)
  const isOurs = OURS.has(code) || !(error instanceof RenderError)
  const seen = isOurs ? RENDER_FAILURES[code].text : error.message
  return { fault: faultOf(code, seen, FIELDS[code]), isPassing: PASSING.has(code) }
}

function codeOf(error: unknown): RenderFailureCode {
  if (isDiskFull(error)) return 'STORAGE_FULL'
  if (error instanceof StorageFault) return 'STORAGE_FAILED'
  const isKnown = error instanceof RenderError && error.code in RENDER_FAILURES
  return isKnown ? (error.code as RenderFailureCode) : 'INTERNAL'
}

function faultOf(code: RenderFailureCode, seen: string, field: string | undefined): RenderFault {
  const message = adviseOn(code, field ? `${field}: ${seen}` : seen)
  return { code, message, retryable: RENDER_FAILURES[code].retryable, ...(field && { field }) }
}
