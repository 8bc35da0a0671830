import { type Choice, choose, fitChoice, type Sign, type Sparse } from './fit-choice.ts'
import type { MetreChoice } from './metre-choices.ts'
import { halfOf, type Song } from './song.ts'

/** A song to learn from. */
export type LearnSong = {
  name: string
  source: Song['source'] | 'SYNTHESISED'
  meter: string
  choices: MetreChoice[]
}

/** Recorded music is what counts; music that is made here is easy and much alike. */
const SOURCE_WEIGHTS: Record<LearnSong['source'], number> = {
  CHART: 4,
  MIDI: 1.3,
  MMA: 1,
  COMPOSED: 0.8,
  MODULE: 1.3,
  ABC: 1,
  SYNTHESISED: 0.4,
}

/** Few songs are not in four: each of them counts for this many. */
const ODD_METER_WEIGHT = 2

/** Below this, a song's beats are not found, and its bars teach nothing. */
const MIN_BEAT_F = 0.6

/** How strictly the best ways to count are preferred over nearly as good ones. */
const SHARPNESS = 8
const DOWNBEAT_SHARE = 0.8

/** What music says before any song is heard: chords change, and kicks fall, on beats and ones; snares on two and four. */
const NOT_NEGATIVE =
  /^(kickOn|bassOn|chordOn|harmonyOn|soundOn|allOn|punchOn|(bass|chord|harmony|sound|phrase|kick)[234]One|kick4Three|.*Phrase.|start|end|.*Alternates|kickAgainst.*|repeat.*|tempoByDensity)$/
const NOT_POSITIVE =
  /^(kickHalf|bassHalf|chordHalf|harmonyHalf|soundHalf|mid4One|mid4Three|high4One|high4Three|punch4Three|tempoSquared)$/

const FOLDS = 4

/** The weights, and how well they do on songs they were not learnt from (each quarter judged by the other three). */
export function learnWeights(songs: LearnSong[]): { weights: Record<string, number>; summary: string } {
  const names = [
    ...new Set(songs.flatMap(({ choices }) => choices.flatMap(({ traits }) => Object.keys(traits)))),
  ]
  const signs = names.map((name): Sign => (NOT_NEGATIVE.test(name) ? 1 : NOT_POSITIVE.test(name) ? -1 : 0))
  const numbers = new Map(names.map((name, i) => [name, i]))
  const choices = songs.map((song) => toChoice(song, numbers))
  const fitted = fitChoice(choices, signs)
  const within = songs.map((song, i) => song.choices[choose(choices[i]!, fitted)]!)
  const across: MetreChoice[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOwn = (_: unknown, i: number) => foldOf(songs[i]!.name) === fold
    const others = fitChoice(
      choices.filter((_, i) => !isOwn(_, i)),
      signs,
    )
    across.push(
      ...songs.flatMap((song, i) => (isOwn(song, i) ? [song.choices[choose(choices[i]!, others)]!] : [])),
    )
  }
  return {
    weights: Object.fromEntries(names.map((name, i) => [name, Number(fitted[i]!.toFixed(2))])),
    summary: `${songs.length} songs; on themselves: ${tellMeans(within)}; cross-validated: ${tellMeans(across)}`,
  }
}

/** The weights in use, moved some of the way towards newly learnt ones: what they know of other music is not lost. */
export function moveWeights(
  used: Record<string, number>,
  learnt: Record<string, number>,
  pace: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(learnt).map(([name, weight]) => {
      const from = used[name] ?? 0
      return [name, Number((from + pace * (weight - from)).toFixed(2))]
    }),
  )
}

/** The songs with only those ways to count that have the likeliest beats and bars as long: what is left is where bars begin. */
export function keepLikeliest(songs: LearnSong[], weights: Record<string, number>): LearnSong[] {
  return songs.flatMap((song) => {
    const score = ({ traits }: MetreChoice) =>
      Object.entries(traits).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, 0)
    const scores = song.choices.map(score)
    const best = song.choices[scores.indexOf(Math.max(...scores))]!
    const choices = song.choices.filter(
      ({ metre: { period, phase, bar } }) =>
        period === best.metre.period && phase === best.metre.phase && bar === best.metre.bar,
    )
    return best.beatF < MIN_BEAT_F ? [] : [{ ...song, choices }]
  })
}

function toChoice({ source, meter, choices }: LearnSong, numbers: Map<string, number>): Choice {
  const worths = choices.map(({ beatF, downbeatF }) =>
    Math.exp(SHARPNESS * (beatF + DOWNBEAT_SHARE * downbeatF)),
  )
  const total = worths.reduce((sum, worth) => sum + worth, 0)
  return {
    weight: SOURCE_WEIGHTS[source] * (meter === '4/4' ? 1 : ODD_METER_WEIGHT),
    traits: choices.map(({ traits }) => toSparse(traits, numbers)),
    shares: Float64Array.from(worths, (worth) => worth / total),
  }
}

function toSparse(traits: Record<string, number>, numbers: Map<string, number>): Sparse {
  const filled = Object.entries(traits).filter(([, value]) => value !== 0)
  return {
    at: Uint16Array.from(filled, ([name]) => numbers.get(name)!),
    values: Float64Array.from(filled, ([, value]) => value),
  }
}

/** A fixed quarter for each song. */
function foldOf(name: string): number {
  return (halfOf(`${name} a`) === 'tune' ? 0 : 2) + (halfOf(`${name} b`) === 'tune' ? 0 : 1)
}

function tellMeans(chosen: MetreChoice[]): string {
  const mean = (value: (choice: MetreChoice) => number) =>
    (chosen.reduce((sum, choice) => sum + value(choice), 0) / chosen.length).toFixed(3)
  return `beat F ${mean(({ beatF }) => beatF)}, downbeat F ${mean(({ downbeatF }) => downbeatF)}`
}
