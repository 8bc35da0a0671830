import type { Singing } from './singing.ts'
import { ANY_SOUND, mayBeMissed } from './spell-sounds.ts'

/** What the search weighs, in logarithms, as measured in songs whose words are timed. */
const MODEL = {
  /** How far it is believed that somebody sings, and what. */
  voice: 0.4,
  mostVoice: 4,
  /** That somebody sings is all that is known of sounds which the writing doesn't tell. */
  voiceAlone: 1,
  sound: 0.6,
  /** One row more of a vowel or of a consonant, the next sound, and a consonant that isn't heard. */
  held: -0.35,
  heldConsonant: -0.9,
  next: -0.5,
  missed: -1.6,
}

/** Pauses between words, lines and verses: to begin one, and one row more. */
const PAUSES = {
  WORD: { next: -2.5, held: -0.3 },
  LINE: { next: -0.5, held: -0.06 },
  VERSE: { next: -0.3, held: -0.02 },
}

/** A step leaves out this many sounds and pauses at most. */
const MOST_MISSED = 3

const NEVER = -1e9

/** What is sung in a line, word by word. */
export type SungLine = { readonly words: readonly (readonly number[])[]; readonly isVerseStart: boolean }

/** The rows at which a line begins and ends. */
export type FoundLine = { start: number; end: number }

/** All sounds and pauses of a song in order. `sound` is -1 in pauses, and `line` too. */
type Step = { sound: number; line: number; next: number; held: number; missed: number }

/** How many places of sounds there are in the text: the search compares each with each row. */
export function countSteps(lines: readonly SungLine[]): number {
  return listSteps(lines).length
}

/**
 * Lays the sounds of the lines over the rows (Viterbi): of all ways on which they follow one another, with pauses where nobody sings,
 * the likeliest. Undefined where there are fewer rows than sounds.
 */
export function searchSounds(lines: readonly SungLine[], singing: Singing): FoundLine[] | undefined {
  const steps = listSteps(lines)
  const came = followSteps(steps, singing)
  if (!came) return undefined
  const found = lines.map((): FoundLine => ({ start: -1, end: -1 }))
  let step = came.last
  for (let row = singing.voice.length - 1; row >= 0; row--) {
    const line = found[steps[step]!.line]
    if (line) {
      line.start = row
      if (line.end < 0) line.end = row + 1
    }
    step -= came.from[row * steps.length + step]!
  }
  return found
}

function listSteps(lines: readonly SungLine[]): Step[] {
  const pause = ({ next, held }: { next: number; held: number }) => ({
    sound: -1,
    line: -1,
    next,
    held,
    missed: 0,
  })
  const steps: Step[] = []
  lines.forEach(({ words, isVerseStart }, line) => {
    // A line of hums and hisses is sung as well.
    const hasVowel = words.some((sounds) => !sounds.every(mayBeMissed))
    steps.push(pause(isVerseStart ? PAUSES.VERSE : PAUSES.LINE))
    words.forEach((sounds, word) => {
      if (word > 0) steps.push({ ...pause(PAUSES.WORD), line })
      for (const sound of sounds) {
        const isConsonant = mayBeMissed(sound)
        const held = isConsonant ? MODEL.heldConsonant : MODEL.held
        steps.push({
          sound,
          line,
          next: MODEL.next,
          held,
          missed: isConsonant && hasVowel ? MODEL.missed : NEVER,
        })
      }
    })
  })
  steps.push(pause(PAUSES.VERSE))
  return steps
}

/** For each row and step, how many steps before it the best way there was in the row before; and where the best way ends. */
function followSteps(
  steps: readonly Step[],
  singing: Singing,
): { from: Uint8Array; last: number } | undefined {
  const count = steps.length
  const ways = listWays(steps)
  const held = Float64Array.from(steps, (step) => step.held)
  const sounds = Int32Array.from(steps, ({ sound }) => (sound < 0 ? ANY_SOUND + 1 : sound))
  const rowCount = singing.voice.length
  const from = new Uint8Array(rowCount * count)
  const worth = new Float64Array(count + MOST_MISSED + 1).fill(NEVER)
  // Steps stand behind as many that are never taken: a way from before the first one costs too much.
  const first = MOST_MISSED + 1
  worth[first] = 0
  worth[first + 1] = ways[first]!
  for (let row = 1; row < rowCount; row++) {
    const heard = weighRow(singing, row)
    for (let step = count - 1; step >= 0; step--) {
      const at = first + step
      let best = worth[at]! + held[step]!
      let cameFrom = 0
      for (let back = 1; back <= first; back++) {
        const value = worth[at - back]! + ways[step * first + back - 1]!
        if (value <= best) continue
        best = value
        cameFrom = back
      }
      worth[at] = best + heard[sounds[step]!]!
      from[row * count + step] = cameFrom
    }
  }
  const last = worth[first + count - 1]! > worth[first + count - 2]! ? count - 1 : count - 2
  return worth[first + last]! > NEVER / 2 ? { from, last } : undefined
}

/** What it costs to come to each step from each of those before it. */
function listWays(steps: readonly Step[]): Float64Array {
  const ways = new Float64Array(steps.length * (MOST_MISSED + 1))
  steps.forEach(({ next }, step) => {
    let cost = next
    for (let missed = 0; missed <= MOST_MISSED; missed++) {
      ways[step * (MOST_MISSED + 1) + missed] = cost
      cost = Math.max(NEVER, cost + (steps[step - 1 - missed]?.missed ?? NEVER))
    }
  })
  return ways
}

/** What each sound is worth in a row, then any sound, then a pause. */
function weighRow({ voice, sounds: { width, values } }: Singing, row: number): Float64Array {
  const heard = new Float64Array(width + 2)
  const odds = Math.max(-MODEL.mostVoice, Math.min(MODEL.mostVoice, voice[row]!))
  for (let sound = 0; sound < width; sound++)
    heard[sound] = MODEL.voice * odds + MODEL.sound * values[row * width + sound]!
  heard[width] = MODEL.voiceAlone * odds
  return heard
}
