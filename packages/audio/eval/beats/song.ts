import { createHash } from 'node:crypto'
import type { Truth } from './midi-truth.ts'

/** A song with known beats; its sound is made when it is wanted. */
export type Song = {
  name: string
  /** Where it comes from: recorded with a chart, a Debian MIDI file, a groove of MMA, composed here, a tracker module, an ABC tune. */
  source: 'CHART' | 'MIDI' | 'MMA' | 'COMPOSED' | 'MODULE' | 'ABC'
  genre: string
  truth: Truth
  /** For example `A minor`, where that is known. */
  key?: string
  /** Where its parts change, where that is known; its start and end are not among them. */
  sectionSecs?: number[]
  /** Path of the sound. */
  prepare(): Promise<string>
}

/** A song that could not be used, and why. */
export type LeftOut = { name: string; reason: string }

/** A song's name from where it was found. */
export function nameSong(...parts: string[]): string {
  return parts
    .join('-')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .toLowerCase()
}

/** Songs are tuned on or judged by, never both: the half follows from the name and does not change. */
export function halfOf(name: string): 'tune' | 'judge' {
  return createHash('sha256').update(`songreel ${name}`).digest()[0]! % 2 === 0 ? 'tune' : 'judge'
}
