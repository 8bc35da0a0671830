import type { RenderFailureCode } from '@songreel/contract'
import type { Config } from '../src/config/config.ts'

/** One way in which a template, or the machine under it, fails a render, and what its client reads. */
export type EngineFailure = {
  code: RenderFailureCode
  cause: string
  config?: Partial<Config>
  /** What TEST_UNRULY is told. */
  trouble?: Record<string, unknown>
  says: RegExp
  retryable: boolean
}

/** All of them; own-templates-flow.test.ts has one that never gets through its setup. */
export const ENGINE_FAILURES: readonly EngineFailure[] = [
  {
    code: 'RENDER_TIMEOUT',
    cause: 'the work takes longer than its limit',
    config: { renderTimeoutSecs: 3 },
    trouble: { trouble: 'HANG' },
    says: /longer than its limit of 3 s\. Ask for a shorter excerpt/,
    retryable: true,
  },
  {
    code: 'RENDER_STALLED',
    cause: 'a frame never ends',
    config: { renderStallSecs: 3 },
    trouble: { trouble: 'HANG' },
    says: /no progress for 3 s\. Try again/,
    retryable: true,
  },
  {
    code: 'RENDER_OUT_OF_MEMORY',
    cause: 'the template hoards memory',
    config: { renderMemoryMb: 600 },
    trouble: { trouble: 'HOARD' },
    says: /memory.*\. Ask for a lower quality/,
    retryable: true,
  },
  {
    code: 'RENDER_CRASHED',
    cause: 'the process falls',
    trouble: { trouble: 'CRASH' },
    says: /ended by SIGSEGV\. Try again/,
    retryable: true,
  },
  {
    code: 'OUTPUT_CHECK_FAILED',
    cause: 'the finished sound is not the song',
    trouble: { trouble: 'SWAP_SONG' },
    says: /did not pass its check: sync is .* A video that fails its check is never delivered/,
    retryable: true,
  },
  {
    code: 'RENDER_OUT_OF_MEMORY',
    cause: 'the template hoards objects, which are the heap of its thread',
    config: { renderMemoryMb: 600 },
    trouble: { trouble: 'HOARD_OBJECTS' },
    says: /memory.*\. Ask for a lower quality/,
    retryable: true,
  },
  {
    code: 'RENDER_CRASHED',
    cause: 'the template ends its thread',
    trouble: { trouble: 'EXIT', isInSetup: true },
    says: /stopped with code 3\. Try again/,
    retryable: true,
  },
  ...[true, false].map(
    (isInSetup): EngineFailure => ({
      code: 'TEMPLATE_FAILED',
      cause: `the template throws ${isInSetup ? 'in setup' : 'while drawing'}`,
      trouble: { trouble: 'THROW', isInSetup },
      says: /^The template TEST_UNRULY could not draw the video\. .* tell its author\.$/,
      retryable: false,
    }),
  ),
  {
    code: 'INTERNAL',
    cause: 'the data folder is not a folder',
    config: { dataDir: '/dev/null' },
    says: /^Something went wrong on our side\. Try again/,
    retryable: true,
  },
]
