import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openAudio } from '../src/decode/open-audio.ts'
import { measureSong } from '../src/measure-song.ts'
import { ANALYSIS_RATE } from '../src/spectrum/song-features.ts'
import { synthesiseSong } from '../src/synth/synthesise-song.ts'
import { hearPcm } from '../testing/hear-pcm.ts'
import { SYNTHESISED_SONGS } from '../testing/synthesised-songs.ts'
import { type LearnSong, learnWeights } from './beats/learn-weights.ts'
import { listSongs } from './beats/list-songs.ts'
import { listChoices } from './beats/metre-choices.ts'
import { halfOf } from './beats/song.ts'

const CACHE = fileURLToPath(new URL('./.cache', import.meta.url))
const WEIGHTS = new URL('../src/rhythm/metre-weights.ts', import.meta.url)

/** The suite's songs with one tempo or two, and its ballad with swing. */
const SYNTHESISED = [
  ...SYNTHESISED_SONGS.filter(({ tempoSteps = [] }) => tempoSteps.length < 2),
  { bpm: 76, swing: 0.33 },
]

/** Longer songs than any here. */
const MAX_SECS = 3600

/** Learns how listeners count, from the tuning half and the synthesised songs of the tests, and writes the weights down. */
export async function run(): Promise<void> {
  const songs = [...(await readTuningHalf()), ...(await readSynthesised())]
  const { weights, summary } = learnWeights(songs)
  await writeFile(WEIGHTS, formatWeights(weights))
  console.log(summary)
}

async function readTuningHalf(): Promise<LearnSong[]> {
  const { songs } = await listSongs(CACHE)
  const learnt: LearnSong[] = []
  for (const { name, source, truth, prepare } of songs.filter((song) => halfOf(song.name) === 'tune')) {
    process.stderr.write(`\r${name.padEnd(60)}`)
    const sound = await openAudio(await prepare(), { sampleRate: 'SOURCE' })
    const { features } = await measureSong(sound, MAX_SECS).finally(() => sound.close())
    learnt.push({ name, source, meter: truth.meter, choices: await listChoices(features, truth) })
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
  return learnt
}

function formatWeights(weights: Record<string, number>): string {
  const lines = Object.entries(weights).filter(([, weight]) => weight !== 0)
  return `/**
 * How much each trait of a metre (see metre-traits.ts) speaks for it: a logistic choice among all metres of a pulse, learnt
 * by \`npm run eval learn-metre\` on the tuning half of the songs with known beats, never on the half that judges.
 */
export const METRE_WEIGHTS: Record<string, number> = {
${lines.map(([name, weight]) => `  ${name}: ${weight},`).join('\n')}
}
`
}
