import { RENDER_FAILURES, type RenderFailureCode, type RenderFault } from '@songreel/contract'
import { RenderError } from '@songreel/render'
import { DownloadError } from '../outbound/download-error.ts'

/** Faults that may pass by themselves: the render is tried again before they are told. */
const PASSING = new Set<string>([
  'ASSET_UNREACHABLE',
  'ASSET_TIMEOUT',
  'RENDER_STALLED',
  'RENDER_OUT_OF_MEMORY',
  'RENDER_CRASHED',
  'OUTPUT_CHECK_FAILED',
  'STORAGE_FAILED',
  'INTERNAL',
])

/** A render that cannot be made, with the fault as its client will read it. */
export class RenderFailure extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault, options?: ErrorOptions) {
    super(fault.message, options)
    this.name = 'RenderFailure'
    this.fault = fault
  }
}

/** What went wrong with a render: whose fault it is, in words that are safe to show. */
export function readRenderFault(error: unknown): { fault: RenderFault; isPassing: boolean } {
  const fault = toFault(error)
  // A file that was written down as failed had its tries; asking for it again would not change it.
  const isPassing = PASSING.has(fault.code) && !(error instanceof RenderFailure)
  return { fault, isPassing }
}

function toFault(error: unknown): RenderFault {
  if (error instanceof RenderFailure) return error.fault
  if (error instanceof DownloadError)
    return { code: error.code, message: error.message, retryable: error.retryable }
  if (error instanceof RenderError && error.code in RENDER_FAILURES) {
    const code = error.code as RenderFailureCode
    const field = typeof error.details.field === 'string' ? { field: error.details.field } : {}
    return { code, message: error.message, retryable: RENDER_FAILURES[code].retryable, ...field }
  }
  return { code: 'INTERNAL', message: RENDER_FAILURES.INTERNAL.text, retryable: true }
}
