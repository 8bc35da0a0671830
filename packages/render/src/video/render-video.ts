import type { Captions, LyricsData } from '@songreel/kit/lyrics'
import { checkOutput } from '../check/check-output.ts'
import { drawVideo } from '../encode/draw-video.ts'
import { getFormat } from '../encode/get-format.ts'
import { createSegmentPool, type SegmentPool } from '../encode/segments/segment-pool.ts'
import type { RenderedVideo, RenderPlan, RenderProgress } from '../plan/render-plan.ts'
import { listOutputWarnings } from './list-warnings.ts'
import { measureFile, namePartFile, namePosterFile, publishPart, removeParts } from './output-files.ts'
import { measureProcess } from './process-cost.ts'
import { produceSong } from './produce-song.ts'
import type { Production, VideoTools } from './production.ts'
import { createProgressReport } from './render-progress.ts'

/** How a render is followed and stopped, and its threads if they run already. */
export type VideoOptions = {
  onProgress?: (progress: RenderProgress) => void
  signal?: AbortSignal
  pool?: SegmentPool
}

/** Makes one video inside this process; the package's door starts a process for it. */
export async function renderVideo(
  plan: RenderPlan,
  // Threads first: they take as long to load as the song takes to be analysed.
  { onProgress, signal, pool = createSegmentPool(plan) }: VideoOptions = {},
): Promise<RenderedVideo> {
  const report = createProgressReport(onProgress)
  try {
    return await makeVideo(plan, { pool, report, signal })
  } catch (error) {
    await removeParts(plan.outFile)
    throw error
  } finally {
    report.close()
    await pool.close()
  }
}

async function makeVideo(plan: RenderPlan, tools: VideoTools): Promise<RenderedVideo> {
  const { report, pool, signal } = tools
  const { size, format, loudness = 'ORIGINAL' } = plan
  const wanted = signal && { signal }
  const spec = getFormat(format, plan)
  const production = await produce(plan, tools)
  const { fps, frameCount, parts, names, sound, excerpt } = production

  report.enter('DRAWING')
  report.followFrames(frameCount, pool.framesDone)
  const part = namePartFile(plan.outFile)
  const drawing = { spec, size, fps, frameCount, parts, names, sound, file: part }
  const { flashesPerSec, segments } = await drawVideo(pool, {
    ...drawing,
    onSound: report.noteSound,
    ...wanted,
  })

  report.enter('CHECKING')
  const { frames, poster, lyrics, warnings } = production.settle()
  const readSong = spec.audio && production.readSong
  const expected = { spec, format, size, fps, frameCount, readSong, loudness, flashesPerSec, frames }
  const [checks, { bytes, sha256 }] = await Promise.all([
    checkOutput(part, expected, { ...wanted }),
    measureFile(part),
    poster,
    pool.finishKeeping(),
  ])
  await publishPart(plan.outFile)
  await publishPart(namePosterFile(plan.outFile))

  return {
    file: plan.outFile,
    bytes,
    sha256,
    poster: namePosterFile(plan.outFile),
    durationSecs: frameCount / fps,
    frames: frameCount,
    fps,
    excerpt,
    ...(names.chapters && { chapters: [...names.chapters] }),
    checks,
    ...(lyrics && !plan.clip && { captions: await writeSung(lyrics, frameCount / fps) }),
    warnings: [...(await warnings()), ...listOutputWarnings(checks)],
    segments,
    stages: report.stages(),
    ...measureProcess(),
  }
}

/** Few videos have several songs: what lays them out is loaded for those. */
async function produce(plan: RenderPlan, tools: VideoTools): Promise<Production> {
  if (!plan.chapters) return produceSong(plan, tools)
  const { produceAlbum } = await import('./produce-album.ts')
  return produceAlbum(plan, plan.chapters, tools)
}

/** Loaded here: most videos have no lyrics. */
async function writeSung(lyrics: LyricsData, durationSecs: number): Promise<Captions | undefined> {
  const { writeCaptions } = await import('@songreel/kit/lyrics')
  return writeCaptions(lyrics, durationSecs)
}
