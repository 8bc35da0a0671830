import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parseLyrics } from '@songreel/kit/lyrics'
import { analyseSong } from '../src/analyse-song.ts'
import { weighTraits } from '../src/structure/describe-singing.ts'
import { listVoiceTraits } from '../src/structure/voice-traits.ts'
import type { VoiceWeights } from '../src/structure/voice-weights.ts'
import { learnWeights, type Taught, teach, teachAgain } from './lyrics/learn-sounds.ts'
import { listErrors } from './lyrics/measure.ts'
import { formatErrors } from './lyrics/report.ts'
import { findSungSongs } from './lyrics/sung-songs.ts'

const WEIGHT_FILE = new URL('../src/structure/voice-weights.ts', import.meta.url)

/** Learns what singing and its sounds are told by, from all songs of a folder, and writes the weights down. */
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
    songs.push(teach(song, analysis.voice.rateHz, listVoiceTraits(analysis)))
  }
  process.stderr.write('\r')
  const again = teachAgain(songs)
  songs.forEach((song, i) => {
    song.sounds = again[i]!
  })
  console.log('Lines of each song, found by what the others teach:')
  const errors = songs.map((taught) =>
    judgeSong(taught, learnWeights(songs.filter((other) => other !== taught))),
  )
  songs.forEach(({ song }, i) => {
    console.log(formatErrors(song.name, errors[i]!))
  })
  console.log(formatErrors('all lines', errors.flat()))
  await writeFile(WEIGHT_FILE, formatWeights(learnWeights(songs)))
}

function judgeSong({ song, traits, rateHz }: Taught, weights: VoiceWeights): number[] {
  const secs = traits.values.length / traits.width / rateHz
  const { lines } = parseLyrics(song.text, secs, () => weighTraits(traits, rateHz, weights))
  return listErrors(song.lines, lines)
}

function formatWeights({ shares, voice, sounds }: VoiceWeights): string {
  const round = (values: readonly number[]) => values.map((value) => Number(value.toFixed(4))).join(', ')
  return `/** Weights of all traits and a constant each: first for whether somebody sings, then for each sound of the voice. */
export type VoiceWeights = {
  /** How often each sound is sung. */
  readonly shares: readonly number[]
  readonly voice: readonly number[]
  readonly sounds: readonly (readonly number[])[]
}

/**
 * How much each trait of a moment (see voice-traits.ts) speaks for singing, and for each sound of it, in the order of the lyrics' list of
 * sounds: learnt by \`npm run eval learn-voice\` from songs whose words are timed, none of which judges.
 */
export const VOICE_WEIGHTS: VoiceWeights = {
  shares: [${round(shares)}],
  voice: [${round(voice)}],
  sounds: [
${sounds.map((weights) => `    [${round(weights)}],`).join('\n')}
  ],
}
`
}
