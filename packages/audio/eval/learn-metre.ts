import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { METRE_WEIGHTS } from '../src/rhythm/metre-weights.ts'
import { ANALYSIS_RATE } from '../src/spectrum/song-features.ts'
import { synthesiseSong } from '../src/synth/synthesise-song.ts'
import { BASS_PATTERNS, HARD_BASS_PATTERNS } from '../testing/bass-patterns.ts'
import { hearPcm } from '../testing/hear-pcm.ts'
import { playPattern } from '../testing/play-pattern.ts'
import { SYNTHESISED_SONGS } from '../testing/synthesised-songs.ts'
import { keepLikeliest, type LearnSong, learnWeights, moveWeights } from './beats/learn-weights.ts'
import { listSongs } from './beats/list-songs.ts'
import { createSongMeasurer } from './beats/measured-songs.ts'
import { listChoices } from './beats/metre-choices.ts'
import { UnplayableError } from './beats/render-midi.ts'
import { halfOf } from './beats/song.ts'

const CACHE = fileURLToPath(new URL('./.cache', import.meta.url))
const METRE_FILE = new URL('../src/rhythm/metre-weights.ts', import.meta.url)
const BAR_FILE = new URL('../src/rhythm/bar-weights.ts', import.meta.url)

const METRE_COMMENT = `How much each trait of a metre (see metre-traits.ts) speaks for it: a logistic choice among all metres of a pulse, learnt
 * by \`npm run eval learn-metre\` on the tuning half of the songs with known beats, never on the half that judges.`
const BAR_COMMENT = `How much each trait speaks for a place of the bar lines once beats and the length of bars are known: a logistic choice,
 * learnt by \`npm run eval learn-metre\` like the weights of metres.`

/** The suite's songs with one tempo or two, and its ballad with swing. */
const SYNTHESISED = [
  ...SYNTHESISED_SONGS.filter(({ tempoSteps = [] }) => tempoSteps.length < 2),
  { bpm: 76, swing: 0.33 },
]

/** The suite's accompaniments with the bass on one, at other tempos than there. */
const PATTERNS = [...BASS_PATTERNS, ...HARD_BASS_PATTERNS].flatMap((pattern, i) =>
  (pattern.beats === 2 ? [50, 64, 77] : [84, 112, 145]).map((bpm) => ({ name: `bass ${i}`, pattern, bpm })),
)

/** How far the weights of bars move away from those of metres: what these know of other music is not lost. */
const BAR_PACE = 0.7

/** Learns how listeners count bars, with `--beats` also beats, from the tuning half and the synthesised songs of the tests, and writes the weights down. */
export async function run(args: string[]): Promise<void> {
  const songs = [...(await readTuningHalf()), ...(await readSynthesised())]
  const metreWeights = args.includes('--beats') ? await learnBeats(songs) : METRE_WEIGHTS
  const bars = learnWeights(keepLikeliest(songs, metreWeights))
  await writeFile(
    BAR_FILE,
    formatWeights('BAR_WEIGHTS', BAR_COMMENT, moveWeights(metreWeights, bars.weights, BAR_PACE)),
  )
  console.log(`bars: ${bars.summary}`)
}

async function learnBeats(songs: LearnSong[]): Promise<Record<string, number>> {
  const { weights, summary } = learnWeights(songs)
  await writeFile(METRE_FILE, formatWeights('METRE_WEIGHTS', METRE_COMMENT, weights))
  console.log(`beats: ${summary}`)
  return weights
}

async function readTuningHalf(): Promise<LearnSong[]> {
  const { songs } = await listSongs(CACHE)
  const learnt: LearnSong[] = []
  const measure = await createSongMeasurer(CACHE)
  for (const song of songs.filter(({ name }) => halfOf(name) === 'tune')) {
    const { name, source, truth } = song
    process.stderr.write(`\r${name.padEnd(60)}`)
    try {
      const { features } = await measure(song)
      learnt.push({ name, source, meter: truth.meter, choices: await listChoices(features, truth) })
    } catch (error) {
      if (!(error instanceof UnplayableError)) throw error
    }
  }
  return learnt
}

async function readSynthesised(): Promise<LearnSong[]> {
  const learnt: LearnSong[] = []
  for (const options of SYNTHESISED) {
    const { pcm, beatSecs, downbeatSecs } = synthesiseSong({
      secs: 30,
      sampleRate: ANALYSIS_RATE,
      ...options,
    })
    const truth = {
      beatSecs,
      downbeatSecs,
      fromSecs: beatSecs[0]! - 0.07,
      toSecs: beatSecs.at(-1)! + 0.07,
      meter: '4/4',
    }
    const choices = await listChoices(hearPcm(pcm).features, truth)
    learnt.push({ name: JSON.stringify(options), source: 'SYNTHESISED', meter: truth.meter, choices })
  }
  for (const { name, pattern, bpm } of PATTERNS) {
    const { pcm, beatSecs, downbeatSecs } = playPattern(pattern, 40, () => bpm)
    const truth = { beatSecs, downbeatSecs, fromSecs: 0, toSecs: beatSecs.at(-1)! + 0.07, meter: name }
    const choices = await listChoices(hearPcm(pcm).features, truth)
    learnt.push({ name: `${name} at ${bpm}`, source: 'SYNTHESISED', meter: '4/4', choices })
  }
  return learnt
}

function formatWeights(name: string, comment: string, weights: Record<string, number>): string {
  const lines = Object.entries(weights).filter(([, weight]) => weight !== 0)
  return `/**
 * ${comment}
 */
export const ${name}: Record<string, number> = {
${lines.map(([trait, weight]) => `  ${trait}: ${weight},`).join('\n')}
}
`
}
