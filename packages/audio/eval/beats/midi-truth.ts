import { createClock, type MidiSong } from './read-midi.ts'

/** The beats that a score says, and between which seconds it says so. */
export type Truth = {
  beatSecs: number[]
  downbeatSecs: number[]
  fromSecs: number
  toSecs: number
  meter: string
}

/** The share of notes that must lie near sixteenths or triplets: else the file was played freely, against its own beat. */
const MIN_ON_GRID = 0.7
const NEAR_BEATS = 0.04

const MIN_SECS = 20

/** Beats and bar lines of a score, from its first note to its last. */
export function readTruth(song: MidiSong): Truth {
  const secsAt = createClock(song)
  const lastTick = song.notes.reduce((last, { tick, endTick }) => Math.max(last, tick, endTick), 0)
  const beats = listBeats(song, lastTick).map(({ tick, isDownbeat }) => ({ secs: secsAt(tick), isDownbeat }))
  const fromSecs = secsAt(song.notes[0]?.tick ?? 0) - 0.07
  const toSecs = secsAt(song.notes.at(-1)?.tick ?? 0) + 0.07
  const within = beats.filter(({ secs }) => secs >= fromSecs && secs <= toSecs)
  return {
    beatSecs: within.map(({ secs }) => secs),
    downbeatSecs: within.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => secs),
    fromSecs,
    toSecs,
    meter: [...new Set(song.meters.map(({ beats: count, unit }) => `${count}/${unit}`))].join(' ') || '4/4',
  }
}

/** Why a score says nothing about beats; undefined if it does. */
export function findFault(song: MidiSong, truth: Truth): string | undefined {
  if (truth.toSecs - truth.fromSecs < MIN_SECS) return `shorter than ${MIN_SECS} s`
  if (song.meters.length === 0) return 'no time signature'
  const share = shareOnGrid(song)
  if (share < MIN_ON_GRID) return `only ${Math.round(100 * share)} % of its notes are near its own grid`
  return undefined
}

/** A beat is the unit of the time signature, but three eighths in 6/8, 9/8 and 12/8. */
export function unitOf(
  { beats, unit }: { beats: number; unit: number },
  ticksPerQuarter: number,
): { step: number; perBar: number } {
  const isCompound = unit >= 8 && beats > 3 && beats % 3 === 0
  return {
    step: ((ticksPerQuarter * 4) / unit) * (isCompound ? 3 : 1),
    perBar: isCompound ? beats / 3 : beats,
  }
}

function listBeats(
  { meters, ticksPerQuarter }: MidiSong,
  lastTick: number,
): { tick: number; isDownbeat: boolean }[] {
  const changes = meters[0]?.tick === 0 ? meters : [{ tick: 0, beats: 4, unit: 4 }, ...meters]
  return changes.flatMap(({ tick: from, beats, unit }, i) => {
    const until = changes[i + 1]?.tick ?? lastTick + 1
    const { step, perBar } = unitOf({ beats, unit }, ticksPerQuarter)
    const count = Math.max(0, Math.ceil((until - from) / step - 1e-6))
    return Array.from({ length: count }, (_, beat) => ({
      tick: from + beat * step,
      isDownbeat: beat % perBar === 0,
    }))
  })
}

function shareOnGrid({ notes, ticksPerQuarter }: MidiSong): number {
  const near = (steps: number) =>
    notes.filter(({ tick }) => {
      const position = (tick / ticksPerQuarter) * steps
      return Math.abs(position - Math.round(position)) <= NEAR_BEATS * steps
    }).length
  return Math.max(near(4), near(3)) / Math.max(1, notes.length)
}
