import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { analyseSong } from '../src/analyse-song.ts'
import { listVoiceTraits } from '../src/structure/voice-traits.ts'
import { learnOdds, type Taught, weighRow } from './lyrics/learn-odds.ts'
import { findSungSongs, type Sung } from './lyrics/sung-songs.ts'

const WEIGHT_FILE = new URL('../src/structure/voice-weights.ts', import.meta.url)

/** Each fifth of the songs is judged by the other four. */
const PARTS = 5

/** Learns what tells singing from playing, from all songs of a folder, and writes the weights down. */
export async function run(args: string[]): Promise<void> {
  const { folder } = parseArgs({ args, options: { folder: { type: 'string' } } }).values
  if (!folder) {
    console.error('Usage: npm run eval learn-voice -- --folder <songs to learn from, none that judge>')
    process.exit(64)
  }
  const songs: Taught[] = []
  for (const song of await findSungSongs(folder)) {
    process.stderr.write(`\r${song.name.slice(0, 60).padEnd(60)}`)
    const analysis = await analyseSong(song.sound, {})
    const { width, values } = listVoiceTraits(analysis)
    const isSung = markWords(song.words, values.length / width, analysis.voice.rateHz)
    songs.push({ name: song.name, width, values, isSung })
  }
  process.stderr.write('\r')
  const byOthers = Array.from({ length: PARTS }, (_, part) =>
    learnOdds(songs.filter((_, song) => song % PARTS !== part)),
  )
  const areas = songs.map((song, i) => measureArea(song, byOthers[i % PARTS]!))
  songs.forEach(({ name }, i) => {
    console.log(`${name.slice(0, 40).padEnd(40)} ${areas[i]!.toFixed(3)}`)
  })
  console.log(`mean area under the curve, each song by others: ${(sum(areas) / areas.length).toFixed(3)}`)
  await writeFile(WEIGHT_FILE, formatWeights(learnOdds(songs)))
}

function markWords(words: readonly Sung[], count: number, rateHz: number): Uint8Array {
  const isSung = new Uint8Array(count)
  for (const { startSecs, endSecs } of words)
    isSung.fill(1, Math.max(0, Math.round(startSecs * rateHz)), Math.max(0, Math.round(endSecs * rateHz)))
  return isSung
}

/** How often a sung row is taken for likelier sung than one that isn't. */
function measureArea({ width, values, isSung }: Taught, weights: Float64Array): number {
  const odds = Float64Array.from(isSung, (_, row) => weighRow(values, row, width, weights))
  const order = [...odds.keys()].sort((a, b) => odds[a]! - odds[b]!)
  let [unsung, right, sung] = [0, 0, 0]
  for (const row of order) {
    if (isSung[row]) {
      right += unsung
      sung++
    } else unsung++
  }
  return right / Math.max(1, sung * unsung)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function formatWeights(weights: Float64Array): string {
  const round = (value: number) => Number(value.toFixed(4))
  const lines = [...weights.subarray(0, weights.length - 1)].map((value) => `  ${round(value)},`)
  return `/** The log odds that somebody sings where all is as usual in a song; learnt with the weights. */
export const EVEN_VOICE = ${round(weights.at(-1) ?? 0)}

/**
 * How much each trait of a moment (see voice-traits.ts) speaks for singing: log odds, learnt by \`npm run eval learn-voice\` from songs
 * whose words are timed, none of which judges.
 */
export const VOICE_WEIGHTS: readonly number[] = [
${lines.join('\n')}
]
`
}
