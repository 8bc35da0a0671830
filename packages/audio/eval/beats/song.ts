import { createHash } from 'node:crypto'
import type { Truth } from './midi-truth.ts'

/** A song with known beats; its sound is made when it is wanted. */
export type Song = {
  name: string
  /** Where it comes from: recorded with a chart, a Debian MIDI file, a groove of MMA, or composed here. */
  source: 'CHART' | 'MIDI' | 'MMA' | 'COMPOSED'
  genre: string
  truth: Truth
  /** Path of the sound. */
  prepare(): Promise<string>
}

/** A song that could not be used, and why. */
export type LeftOut = { name: string; reason: string }

/** Songs are tuned on or judged by, never both: the half follows from the name and does not change. */
export function halfOf(name: string): 'tune' | 'judge' {
  return createHash('sha256').update(`songreel ${name}`).digest()[0]! % 2 === 0 ? 'tune' : 'judge'
}
