import type { Fault } from './faults.ts'

/** One change of a source file; the text must be there exactly once. */
export type Edit = { file: string; find: string; put: string }

/** A bug as people write them, put into a copy of the sources to see whether the crash test notices. */
export type PlantedBug = {
  name: string
  edits: Edit[]
  /** Aimed at the bug, so that a few faults are enough; only `--aimed` uses them. */
  faults: Fault[]
  /** Between two faults, where they are aimed. */
  gapMs?: [low: number, high: number]
  refusedShare?: number
}
