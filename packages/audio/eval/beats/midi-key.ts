import { PITCH_CLASSES } from '../../src/spectrum/chroma.ts'
import type { MidiSong } from './read-midi.ts'

const DRUMS = 9
const MAJOR_SCALE = [0, 2, 4, 5, 7, 9, 11]

/** So much of the sounding notes must lie in the signature's scale: many programs write C major into everything. */
const MIN_IN_SCALE = 0.8

/** Another scale that holds this much more of the notes says that the signature was left as it was. */
const BETTER_SCALE = 0.02

/** Notes that end so close to the end, in quarters, belong to the last chord. */
const LAST_QUARTERS = 0.05

/**
 * The key that a score states, where its notes bear it out: one signature from start to end, whose scale they keep to. Only a few
 * programs write that a key is minor, so a signature that says major is as well its relative minor: the last bass note
 * tells, and where it is the tonic of neither, or the first one speaks for the other, nothing is known.
 */
export function readMidiKey(song: MidiSong): { key?: string } {
  const [signature, ...others] = new Set(
    song.signatures.map(({ sharps, isMinor }) => `${sharps} ${isMinor ? 'minor' : 'major'}`),
  )
  if (!signature || others.length > 0) return {}
  const notes = song.notes.filter(({ channel }) => channel !== DRUMS)
  if (notes.length === 0) return {}
  const { sharps, isMinor } = song.signatures[0]!
  const major = (((7 * sharps) % 12) + 12) % 12
  const minor = (major + 9) % 12
  const shares = PITCH_CLASSES.map((_, tonic) => shareInScale(notes, tonic))
  if (shares[major]! < MIN_IN_SCALE) return {}
  if (isMinor) return { key: `${PITCH_CLASSES[minor]} minor` }
  if (Math.max(...shares) > shares[major]! + BETTER_SCALE) return {}
  const { first, last } = findEnds(notes, song.ticksPerQuarter)
  if (last === major && first !== minor) return { key: `${PITCH_CLASSES[major]} major` }
  if (last === minor && first !== major) return { key: `${PITCH_CLASSES[minor]} minor` }
  return {}
}

function shareInScale(notes: MidiSong['notes'], tonic: number): number {
  const lengthOf = ({ tick, endTick }: MidiSong['notes'][number]) => endTick - tick
  const inScale = notes.filter(({ key }) => MAJOR_SCALE.includes((key - tonic + 12) % 12))
  const sum = (some: MidiSong['notes']) => some.reduce((total, note) => total + lengthOf(note), 0)
  return sum(inScale) / Math.max(1, sum(notes))
}

/** The lowest notes of the first and of the last chord, as pitch classes. */
function findEnds(notes: MidiSong['notes'], ticksPerQuarter: number): { first: number; last: number } {
  const near = LAST_QUARTERS * ticksPerQuarter
  const startTick = Math.min(...notes.map(({ tick }) => tick))
  const endTick = Math.max(...notes.map((note) => note.endTick))
  const lowest = (some: MidiSong['notes']) => Math.min(...some.map(({ key }) => key)) % 12
  return {
    first: lowest(notes.filter(({ tick }) => tick <= startTick + near)),
    last: lowest(notes.filter((note) => note.endTick >= endTick - near)),
  }
}
