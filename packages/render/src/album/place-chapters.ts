import { join } from 'node:path'
import { type AudioAnalysis, analyseAudio } from '@songreel/audio'
import { countSamples } from '@songreel/audio/engine'
import { RenderError } from '@songreel/kit/core'
import { OUTPUT_SAMPLE_RATE } from '../encode/sound/audio-encoder.ts'
import { chooseWrittenFps } from '../formats/catalogue.ts'
import type { ChapterPlan, ExcerptRange, RenderPlan, VideoChapter } from '../plan/render-plan.ts'
import { chooseMoment } from './choose-moments.ts'

/** Shorter ones cannot be encoded on their own, and nobody could read their title. */
const LEAST_SECS = 1

/** What a video lasts at most. */
const MOST_SECS = 2 * 60 * 60

/** A song in its place in the video: what is heard of it, and the frames that belong to it. */
export type PlacedChapter = {
  chapter: ChapterPlan
  path: string
  /** What is heard, in seconds of the song. */
  excerpt: ExcerptRange
  /** Where that begins and ends in the video: exact, not on a frame. */
  startSecs: number
  endSecs: number
  firstFrame: number
  frameCount: number
}

/** All songs of a plan with several, in their places. */
export type PlacedChapters = { placed: PlacedChapter[]; fps: number; frameCount: number; totalSecs: number }

/**
 * Listens to every song and lays them out one after the other. Times add up exactly and are rounded to frames once, so that
 * no chapter is late because of those before it. Only lengths are kept of what was heard.
 */
export async function placeChapters(plan: RenderPlan, signal?: AbortSignal): Promise<PlacedChapters> {
  const { chapters = [], samplerSecs, format } = plan
  const fps = chooseWrittenFps(format, plan.fps)
  const cacheFolder = chooseCache(plan)
  const placed: PlacedChapter[] = []
  let startSecs = 0
  for (const chapter of chapters) {
    const path = chapter.files.audio
    if (path === undefined) throw withoutSong(chapter)
    const heard = await analyseAudio(path, { signal, cacheFolder, sha256: chapter.songSha256 })
    const excerpt = chooseExcerpt(heard, samplerSecs && samplerSecs / chapters.length)
    const secs = samplerSecs
      ? countSamples(excerpt, OUTPUT_SAMPLE_RATE) / OUTPUT_SAMPLE_RATE
      : heard.durationSecs
    if (secs < LEAST_SECS) throw tooShort(chapter, secs)
    const endSecs = startSecs + secs
    const firstFrame = Math.round(startSecs * fps)
    const known = { ...chapter, songSha256: heard.sha256 }
    placed.push({ chapter: known, path, excerpt, startSecs, endSecs, firstFrame, frameCount: 0 })
    startSecs = endSecs
  }
  if (startSecs > MOST_SECS) throw tooLong(startSecs)
  // The last frame ends with the last sample or after it: nothing of the sound is lost.
  const frameCount = Math.ceil(startSecs * fps - 1e-6)
  for (const [i, each] of placed.entries())
    each.frameCount = (placed[i + 1]?.firstFrame ?? frameCount) - each.firstFrame
  return { placed, fps, frameCount, totalSecs: startSecs }
}

/** What is known of a song is needed again when its chapter is drawn: then it is read, not found anew. */
export function chooseCache({ cacheFolder, folder }: RenderPlan): string {
  return cacheFolder ?? join(folder, 'heard')
}

/** The chapters as viewers see them; where songs are by others than the album, they say by whom. */
export function listChapters({ song: album }: RenderPlan, placed: readonly PlacedChapter[]): VideoChapter[] {
  return placed.map(({ chapter: { song }, startSecs }) => ({
    title: song.artist === album.artist ? song.title : `${song.artist} – ${song.title}`,
    startSecs: Math.round(startSecs * 1000) / 1000,
  }))
}

function chooseExcerpt(heard: AudioAnalysis, mostSecs: number | undefined): ExcerptRange {
  return mostSecs ? chooseMoment(heard, mostSecs) : { startSecs: 0, endSecs: heard.durationSecs }
}

function withoutSong({ song }: ChapterPlan): RenderError {
  return new RenderError('AUDIO_MISSING', `The song "${song.title}" of the album has no audio.`, {
    title: song.title,
  })
}

function tooShort({ song }: ChapterPlan, secs: number): RenderError {
  const seen = `The song "${song.title}" lasts ${Math.round(secs * 100) / 100} s`
  return new RenderError(
    'AUDIO_RANGE_INVALID',
    `${seen}, and a chapter must last at least ${LEAST_SECS} s.`,
    {
      title: song.title,
      secs,
    },
  )
}

function tooLong(secs: number): RenderError {
  const seen = `The album lasts ${Math.round(secs / 60)} min, and a video may last ${MOST_SECS / 60} min.`
  return new RenderError('AUDIO_RANGE_INVALID', `${seen} Choose fewer songs.`, { secs: Math.round(secs) })
}
