import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  DEMO_SONG,
  deriveSeed,
  makeDemo,
  planVideo,
  type RenderPlan,
  resolveSettings,
} from '@songreel/render'
import { loadTemplate } from '@songreel/templates'
import { encodeMp3 } from '../../packages/audio/src/synth/encode-pcm.ts'
import { synthesiseSong } from '../../packages/audio/src/synth/synthesise-song.ts'

/** What may be different in a later version of the video. */
export type LyricVideoChanges = {
  secs?: number
  /** A word of the line that is sung in the middle. */
  word?: string
  title?: string
  /** True: the cover is drawn instead of the one in the file. */
  hasOtherCover?: boolean
}

/** Plans versions of one lyric video, FULL, 9x16. */
export type LyricVideo = { plan(name: string, changes?: LyricVideoChanges): Promise<RenderPlan> }

const LINE_SECS = 4.3
const WORDS = 'city lights are fading I keep the engine running all the way to morning tin lanterns'.split(
  ' ',
)

/** Makes song, covers and lyrics; the song is some seconds longer than the video. */
export async function makeLyricVideo(
  folder: string,
  { contentId, secs, threads }: { contentId: string; secs: number; threads: number },
): Promise<LyricVideo> {
  const { cover } = await makeDemo(folder)
  const song = path.join(folder, 'long-song.mp3')
  const { title, artist, album } = DEMO_SONG
  encodeMp3(synthesiseSong({ secs: secs + 10 }).pcm, song, { title, artist, album })
  const loaded = await loadTemplate(contentId)
  if (!loaded) throw new Error(`no template ${contentId}`)
  const { template, url } = loaded
  const plan: LyricVideo['plan'] = async (name, changes = {}) => {
    const lyrics = path.join(folder, `${name}.lrc`)
    await writeFile(lyrics, writeLyrics(secs + 10, changes.word ?? 'running'))
    const settings = resolveSettings(template, {
      aspectRatio: '9x16',
      audioStartEndSecs: { start: 0, end: changes.secs ?? secs },
    })
    const files = { audio: song, lyrics, clips: [], ...(!changes.hasOtherCover && { cover }) }
    return planVideo(
      {
        template: { ...template, url },
        settings,
        data: template.requiredData.parse({}) as RenderPlan['data'],
        song: { title: changes.title ?? title, artist, album },
        files,
        variation: 1,
        seed: deriveSeed(contentId, 1),
        watermark: false,
      },
      {
        folder: path.join(folder, 'work'),
        outFile: path.join(folder, 'out', `${name}.mp4`),
        threads,
        cacheFolder: path.join(folder, 'analyses'),
      },
    )
  }
  return { plan }
}

/** A line every few seconds; the one in the middle has the word. */
function writeLyrics(secs: number, word: string): string {
  const count = Math.floor(secs / LINE_SECS)
  return Array.from({ length: count }, (_, line) => {
    const words = [0, 1, 2, 3].map((i) => WORDS[(line * 5 + i) % WORDS.length])
    if (line === count >> 1) words[2] = word
    return `[${formatTime(line * LINE_SECS + 0.5)}]${words.join(' ')}`
  }).join('\n')
}

function formatTime(secs: number): string {
  const minutes = String(Math.floor(secs / 60)).padStart(2, '0')
  return `${minutes}:${(secs % 60).toFixed(2).padStart(5, '0')}`
}
