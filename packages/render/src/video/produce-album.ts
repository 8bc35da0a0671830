import { join } from 'node:path'
import { joinExcerpts, openAudio } from '@songreel/audio/engine'
import { RenderError } from '@songreel/kit/core'
import { type LyricsData, shiftLyrics } from '@songreel/kit/lyrics'
import { describeChapterMisfit } from '../album/chapter-text.ts'
import {
  listChapters,
  type PlacedChapter,
  type PlacedChapters,
  placeChapters,
} from '../album/place-chapters.ts'
import type { SongReader } from '../check/sound-check.ts'
import type { DrawnPart } from '../encode/draw-video.ts'
import { OUTPUT_SAMPLE_RATE } from '../encode/sound/audio-encoder.ts'
import type { VideoSound } from '../encode/sound/encode-sound.ts'
import type { FrameFacts } from '../look/look-at-frames.ts'
import type { ChapterPlan, RenderPlan, RenderWarning } from '../plan/render-plan.ts'
import { tidyMemory } from '../scene/tidy-memory.ts'
import { listSongWarnings } from './list-warnings.ts'
import {
  type ChapterTools,
  drawLastPicture,
  openChapters,
  planChapter,
  prepareChapter,
} from './prepare-chapter.ts'
import { drawPoster, type Production, type VideoTools } from './production.ts'
import { createSongReader } from './read-song.ts'

/** Long enough for no click, too short to hear two songs at once. */
const CROSSFADE_SECS = 0.03

/** How a sampler begins and ends, being cut out of songs. */
const SAMPLER_FADES = { inSecs: 0.01, outSecs: 0.6 }

/** The sound is compared with the songs at two places in each of so many chapters: shortly after it began, and later on. */
const COMPARED_CHAPTERS = 30
const PLACES = { afterSecs: 0.5, share: 0.6 }

/** What was seen of the chapters that are drawn. */
type AlbumNotes = {
  lines: LyricsData['lines'][]
  timing: LyricsData['timing'] | undefined
  facts: FrameFacts[]
  warnings: Map<string, SongWarning>
}
type SongWarning = RenderWarning & { titles: string[] }

/** Prepares a video of several songs. Their scenes are prepared one at a time, when their turn comes. */
export async function produceAlbum(
  plan: RenderPlan,
  chapters: ChapterPlan[],
  tools: VideoTools,
): Promise<Production> {
  const { pool, report, signal } = tools
  const template = await pool.template.finally(report.start)
  const { contentId } = template
  if (!template.needs.audio || template.defaults.excerpt.kind === 'LOOP')
    throw new RenderError(
      'TEMPLATE_DATA_INVALID',
      `${contentId} plays no song, so it cannot show an album.`,
      { contentId },
    )
  if (chapters.length === 0) throw new RenderError('AUDIO_MISSING', 'The album has no songs.')
  report.enter('ANALYSING')
  const album = await placeChapters(plan, signal)
  const { placed, fps, frameCount, totalSecs } = album
  await tidyMemory({ size: plan.size, frameCount })
  const sound = planSound(plan, album)
  const list = listChapters(plan, placed)
  const drawn = await openChapters(plan, album, tools)
  const notes: AlbumNotes = { lines: [], timing: undefined, facts: [], warnings: new Map() }
  const misfit = plan.samplerSecs ? undefined : describeChapterMisfit(list, totalSecs)

  return {
    fps,
    frameCount,
    excerpt: { startSecs: 0, endSecs: totalSecs },
    names: { song: plan.song, chapters: list },
    sound,
    readSong: createReader(album, sound, signal),
    parts: planParts(plan, album, { ...drawn, notes }),
    settle: () => ({
      frames: Promise.resolve(joinFacts(notes.facts)),
      poster: Promise.resolve(),
      lyrics: notes.timing && { timing: notes.timing, lines: notes.lines.flat() },
      warnings: async () => [
        ...listWarnings(notes, chapters.length),
        ...(misfit ? [{ code: 'CHAPTERS_NOT_SHOWN', message: misfit }] : []),
      ],
    }),
  }
}

function planSound(plan: RenderPlan, { placed, frameCount, fps, totalSecs }: PlacedChapters): VideoSound {
  const { samplerSecs, loudness = 'ORIGINAL', folder } = plan
  const common = {
    excerpt: { startSecs: 0, endSecs: totalSecs },
    songSecs: totalSecs,
    loudness,
    shelfFile: join(folder, 'sound-packets'),
  }
  const sampleRate = OUTPUT_SAMPLE_RATE
  if (!samplerSecs) {
    const paths = placed.map(({ path }) => path)
    return {
      ...common,
      open: (range, signal) => openAudio(paths, { ...range, sampleRate, ...(signal && { signal }) }),
    }
  }
  const parts = placed.map(({ path, excerpt }) => ({ path, ...excerpt }))
  const how = { sampleRate, crossfadeSecs: CROSSFADE_SECS }
  return {
    ...common,
    fades: { ...SAMPLER_FADES, durationSecs: frameCount / fps },
    open: async (range, signal) => joinExcerpts(parts, { ...range, ...how, ...(signal && { signal }) }),
  }
}

function createReader(
  { placed, frameCount, fps }: PlacedChapters,
  sound: VideoSound,
  signal: AbortSignal | undefined,
): SongReader {
  const findSong = (secs: number) => {
    const { path, excerpt, startSecs } = placed.findLast((each) => each.startSecs <= secs) ?? placed[0]!
    return { path, secs: excerpt.startSecs + secs - startSecs }
  }
  const places = placed.slice(0, COMPARED_CHAPTERS).flatMap(({ startSecs, endSecs }) => {
    const secs = endSecs - startSecs
    return [startSecs + Math.min(PLACES.afterSecs, secs / 4), startSecs + PLACES.share * secs]
  })
  return { places, read: createSongReader(findSong, sound, { durationSecs: frameCount / fps, signal }) }
}

type PartTools = ChapterTools & { notes: AlbumNotes }

/** Each chapter is an ordinary scene with its own names, cover and lyrics. */
function planParts(plan: RenderPlan, album: PlacedChapters, tools: PartTools): DrawnPart[] {
  const { placed, fps } = album
  const { pool, notes } = tools
  let shown: Uint8Array | undefined
  return placed.map((each, index) => ({
    firstFrame: each.firstFrame,
    frameCount: each.frameCount,
    async prepare() {
      const { inputs, scene, brandWarnings } = await prepareChapter(plan, album, tools, { index, shown })
      const warnings = await listSongWarnings(planChapter(plan, each), inputs, scene.lyrics)
      noteWarnings(notes, each, [...warnings, ...brandWarnings])
      noteLyrics(notes, scene.lyrics, each.firstFrame / fps)
      return scene
    },
    async look(candidates) {
      if (index === 0) await drawPoster(pool, plan, candidates)
      const isLast = index === placed.length - 1
      const [facts, picture] = await Promise.all([
        pool.lookAtFrames(),
        isLast ? undefined : drawLastPicture(tools, each),
      ])
      notes.facts.push(facts)
      shown = picture
    },
  }))
}

function noteLyrics(notes: AlbumNotes, lyrics: LyricsData | undefined, startSecs: number): void {
  if (!lyrics) return
  const moved = shiftLyrics(lyrics, { startSecs: -startSecs, endSecs: Number.POSITIVE_INFINITY })
  notes.lines.push(moved.lines)
  notes.timing ??= lyrics.timing
}

function noteWarnings(notes: AlbumNotes, { chapter }: PlacedChapter, warnings: RenderWarning[]): void {
  for (const { code, message } of warnings) {
    const key = `${code} ${message}`
    const known = notes.warnings.get(key) ?? { code, message, titles: [] }
    known.titles.push(chapter.song.title)
    notes.warnings.set(key, known)
  }
}

/** What is so for all songs is said once, the rest with the songs it is about. */
function listWarnings({ warnings }: AlbumNotes, songCount: number): RenderWarning[] {
  return [...warnings.values()].map(({ code, message, titles }) => {
    const songs = titles.map((title) => `"${title}"`).join(', ')
    return { code, message: titles.length === songCount ? message : `${songs}: ${message}` }
  })
}

/** The first stray line, the weakest of all contrasts, and the very first frame. */
function joinFacts(facts: FrameFacts[]): FrameFacts {
  const contrasts = facts.flatMap(({ weakest }) => weakest ?? [])
  return {
    hasText: facts.some(({ hasText }) => hasText),
    stray: facts.find(({ stray }) => stray !== null)?.stray ?? null,
    weakest: contrasts.toSorted((a, b) => a.ratio - b.ratio)[0] ?? null,
    startsWithCover: facts[0]?.startsWithCover ?? false,
  }
}
