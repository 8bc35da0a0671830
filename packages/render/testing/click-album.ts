import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePcm } from '@songreel/audio/synth'
import { readOutput } from '../src/check/read-output.ts'
import type { ChapterPlan, RenderPlan } from '../src/plan/render-plan.ts'
import { aFixturePlan } from './plans.ts'

/** None lasts a whole number of frames, of packets or of samples at 48 kHz. */
export const SONGS = [
  { secs: 5.2111, encoder: 'libmp3lame', container: 'mp3' },
  { secs: 2.3777, encoder: 'aac', container: 'ipod' },
  { secs: 4.0501, encoder: 'flac', container: 'flac' },
]
/** Where each song clicks, in seconds. */
export const CLICKS = [0.02, 0.31, 1.37]
export const SAMPLE_RATE = 44_100

/** Three songs of clicks in three formats, in a folder of their own. */
export async function makeClickAlbum() {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-album-'))
  const chapters: ChapterPlan[] = SONGS.map(({ secs, encoder, container }, i) => {
    const audio = join(folder, `song-${i}`)
    encodePcm(makeClicks(secs), audio, { encoder, container, bitRate: 192_000 })
    const song = { title: `Süd ${i + 1}`, artist: i === 2 ? 'Aury' : 'Odalys Wren', album: 'Harbour' }
    return { files: { audio, clips: [] }, song }
  })
  return {
    folder,
    chapters,
    planOf: (changes: Partial<RenderPlan> = {}) =>
      aFixturePlan(folder, '', {
        files: { clips: [] },
        chapters,
        fps: 15,
        song: { title: 'Harbour', artist: 'Odalys Wren', album: 'Harbour' },
        outFile: join(folder, 'album.mp4'),
        ...changes,
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A song that is silent between its clicks. */
export function makeClicks(secs: number) {
  const samples = new Float32Array(Math.round(secs * SAMPLE_RATE))
  for (const click of CLICKS) {
    const at = Math.round(click * SAMPLE_RATE)
    for (let i = -80; i <= 80; i++)
      if (at + i < samples.length) samples[at + i]! += shapeClick(i / SAMPLE_RATE)
  }
  return { sampleRate: SAMPLE_RATE, channels: [samples, samples] }
}

/** A click, in seconds from its middle. */
export function shapeClick(secs: number): number {
  return 0.7 * Math.exp(-((secs / 0.0006) ** 2)) * Math.cos(2 * Math.PI * 700 * secs)
}

/** The left channel of a finished video. */
export async function decodeSound(file: string): Promise<Float32Array> {
  const heard: number[] = []
  await readOutput(file, 'mov', { onSound: ([left]) => heard.push(...left!) })
  return Float32Array.from(heard)
}
