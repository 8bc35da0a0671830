import { ANY_SOUND, mayBeMissed, SOUNDS, spellLines } from '@songreel/kit/lyrics'
import { weighTraits } from '../../src/structure/describe-singing.ts'
import type { TraitRows } from '../../src/structure/voice-traits.ts'
import type { VoiceWeights } from '../../src/structure/voice-weights.ts'
import { addTotals, countTotals, learnDirections, type Totals } from './learn-directions.ts'
import type { Sung, SungSong } from './sung-songs.ts'

/** A vowel is about so many times as long as a consonant. */
const VOWEL_TIMES = 3

/** What it costs to hold a vowel or a consonant, to go on, and to leave a consonant out, where sounds are looked for in a word. */
const COSTS = { held: -0.35, heldConsonant: -0.9, next: -0.5, missed: -1.2 }

/** How far the first lesson is believed in the second. */
const BELIEF = 0.7

/** A song to learn from: where each sound of each word is sung is known better after the first lesson. */
export type Taught = {
  song: SungSong
  rateHz: number
  traits: TraitRows
  words: { sounds: readonly number[]; from: number; to: number }[]
  voice: Totals
  sounds: Totals
}

/** Brings a song's words and traits together. */
export function teach(song: SungSong, rateHz: number, traits: TraitRows): Taught {
  const lines = song.text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const spelt = spellLines(lines).flat()
  if (spelt.length !== song.words.length)
    throw new Error(`${song.name}: the text has ${spelt.length} words, and ${song.words.length} are timed`)
  const count = traits.values.length / traits.width
  const place = (secs: number) => Math.max(0, Math.min(count, Math.round(secs * rateHz)))
  const words = song.words.map(({ startSecs, endSecs }: Sung, i) => ({
    sounds: spelt[i]!,
    from: place(startSecs),
    to: place(endSecs),
  }))
  const isSung = new Int8Array(count)
  for (const { from, to } of words) isSung.fill(1, from, to)
  const sounds = countTotals(traits, labelEvenly(words, count), SOUNDS.length)
  return { song, rateHz, traits, words, voice: countTotals(traits, isSung, 2), sounds }
}

/** Looks for the sounds of each word again, by what the other songs have taught. */
export function teachAgain(songs: readonly Taught[]): Totals[] {
  return songs.map((song) => {
    const weights = learnWeights(songs.filter((other) => other !== song))
    const heard = weighTraits(song.traits, song.rateHz, weights).sounds
    const count = heard.values.length / heard.width
    const labels = new Int8Array(count).fill(-1)
    for (const { sounds, from, to } of song.words)
      placeSounds(sounds, heard, from, to).forEach((sound, i) => {
        labels[from + i] = sound === ANY_SOUND ? -1 : sound
      })
    return countTotals(song.traits, labels, SOUNDS.length)
  })
}

/** The weights that tell singing from playing, and sounds from one another. */
export function learnWeights(songs: readonly Taught[]): VoiceWeights {
  const voice = learnDirections(addTotals(songs.map((song) => song.voice)))
  const sounds = learnDirections(addTotals(songs.map((song) => song.sounds)))
  const [unsung, sung] = voice.directions as [Float64Array, Float64Array]
  const odds = [...sung].map((weight, i) => weight - unsung[i]!)
  odds[odds.length - 1]! += Math.log(voice.shares[1]! / voice.shares[0]!)
  return { shares: sounds.shares, voice: odds, sounds: sounds.directions.map((weights) => [...weights]) }
}

/** At first, sounds share a word's time: vowels have more of it. */
function labelEvenly(words: Taught['words'], count: number): Int8Array {
  const labels = new Int8Array(count).fill(-1)
  for (const { sounds, from, to } of words) {
    const lengths = sounds.map((sound) => (mayBeMissed(sound) ? 1 : VOWEL_TIMES))
    const all = lengths.reduce((sum, length) => sum + length, 0)
    let [sound, until] = [0, lengths[0]!]
    for (let row = from; row < to; row++) {
      const at = ((row + 0.5 - from) / (to - from)) * all
      while (at > until && sound < sounds.length - 1) until += lengths[++sound]!
      labels[row] = sounds[sound] === ANY_SOUND ? -1 : sounds[sound]!
    }
  }
  return labels
}

/** The likeliest sound of each row of a word (Viterbi): in order, and all vowels where there is time for them. */
function placeSounds(
  sounds: readonly number[],
  { width, values }: TraitRows,
  from: number,
  to: number,
): number[] {
  const hear = (row: number, sound: number) =>
    sound === ANY_SOUND ? 0 : BELIEF * values[row * width + sound]!
  const mayStart = (place: number) => sounds.slice(0, place).every(mayBeMissed)
  let worth = sounds.map((sound, place) => (mayStart(place) ? hear(from, sound) : -1e9))
  const came: number[][] = []
  for (let row = from + 1; row < to; row++) {
    const steps = sounds.map((_, place) => findBest(sounds, worth, place))
    came.push(steps.map(({ before }) => before))
    worth = steps.map(({ value }, place) => value + hear(row, sounds[place]!))
  }
  const mayEnd = (place: number) => sounds.slice(place + 1).every(mayBeMissed)
  const last = worth.map((value, place) => (mayEnd(place) ? value : value - 1e6))
  let place = last.indexOf(Math.max(...last))
  const found = to > from ? [sounds[place]!] : []
  for (const steps of came.toReversed()) {
    place = steps[place]!
    found.unshift(sounds[place]!)
  }
  return found
}

function findBest(
  sounds: readonly number[],
  worth: readonly number[],
  place: number,
): { value: number; before: number } {
  const held = mayBeMissed(sounds[place]!) ? COSTS.heldConsonant : COSTS.held
  let best = { value: worth[place]! + held, before: place }
  let cost = COSTS.next
  for (let before = place - 1; before >= 0; before--) {
    if (worth[before]! + cost > best.value) best = { value: worth[before]! + cost, before }
    if (!mayBeMissed(sounds[before]!)) break
    cost += COSTS.missed
  }
  return best
}
