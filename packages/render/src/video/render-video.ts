import { applyFades, openAudio, planFades } from '@songreel/audio/engine'
import type { Captions, LyricsData } from '@songreel/kit/lyrics'
import { checkOutput } from '../check/check-output.ts'
import type { SongReader } from '../check/sound-check.ts'
import { drawVideo } from '../encode/draw-video.ts'
import { getFormat } from '../encode/get-format.ts'
import { writePoster } from '../encode/poster.ts'
import { chooseCandidate, type PosterCandidate } from '../encode/poster-choice.ts'
import { createSegmentPool, type SegmentPool } from '../encode/segments/segment-pool.ts'
import { OUTPUT_SAMPLE_RATE } from '../encode/sound/audio-encoder.ts'
import type { VideoSound } from '../encode/sound/encode-sound.ts'
import type { RenderedVideo, RenderPlan, RenderProgress } from '../plan/render-plan.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { tidyMemory } from '../scene/tidy-memory.ts'
import { listWarnings } from './list-warnings.ts'
import { measureFile, namePartFile, namePosterFile, publishPart, removeParts } from './output-files.ts'
import { measureProcess } from './process-cost.ts'
import { createProgressReport, type ProgressReport } from './render-progress.ts'

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

type Tools = { pool: SegmentPool; report: ProgressReport; signal: AbortSignal | undefined }

async function makeVideo(plan: RenderPlan, { pool, report, signal }: Tools): Promise<RenderedVideo> {
  const wanted = signal && { signal }
  const spec = getFormat(plan.format, plan)
  // Until the template is loaded nothing counts as progress, so that an endless loop in it is noticed.
  const template = pool.template.finally(report.start)
  const { enter } = report
  const { inputs, excerpt, songSecs, scene } = await prepareScene(plan, { enter, template, ...wanted })
  const { fps, frameCount, size } = scene
  await tidyMemory(scene)

  enter('DRAWING')
  report.followFrames(frameCount, pool.framesDone)
  const { loudness = 'ORIGINAL' } = plan
  const path = inputs.template.needs.audio ? plan.files.audio : undefined
  const sound: VideoSound | null = path ? { path, excerpt, songSecs, loudness } : null
  const part = namePartFile(plan.outFile)
  const drawn = await drawVideo(pool, { plan, spec, scene, sound, file: part, ...wanted })
  const { flashesPerSec, posterCandidates, segments } = drawn

  enter('CHECKING')
  const readSong = sound && spec.audio ? createSongReader(sound, frameCount / fps, signal) : null
  const { format } = plan
  const frames = pool.lookAtFrames()
  const expected = { spec, format, size, fps, frameCount, readSong, loudness, flashesPerSec, frames }
  const [checks, { bytes, sha256 }] = await Promise.all([
    checkOutput(part, expected, { ...wanted }),
    measureFile(part),
    drawPoster(pool, plan, posterCandidates),
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
    checks,
    ...(scene.lyrics && !plan.clip && { captions: await writeSung(scene.lyrics, frameCount / fps) }),
    warnings: await listWarnings(plan, inputs, { checks, lyrics: scene.lyrics }),
    segments,
    stages: report.stages(),
    ...measureProcess(),
  }
}

/** Loaded here: most videos have no lyrics. */
async function writeSung(lyrics: LyricsData, durationSecs: number): Promise<Captions | undefined> {
  const { writeCaptions } = await import('@songreel/kit/lyrics')
  return writeCaptions(lyrics, durationSecs)
}

/** The check reads the song a second time, by its own way into the file; faded as it should be in the video. */
function createSongReader(
  { path, excerpt: { startSecs }, songSecs }: VideoSound,
  durationSecs: number,
  signal: AbortSignal | undefined,
): SongReader {
  const sampleRate = OUTPUT_SAMPLE_RATE
  const fades = planFades({ startSecs, durationSecs, songSecs })
  return async (fromSecs, samples) => {
    const source = await openAudio(path, {
      startSecs: startSecs + fromSecs,
      channelCount: 1,
      sampleRate,
      signal,
    })
    try {
      const mono = new Float32Array(samples)
      await source.read([mono])
      applyFades([mono], samples, { startSample: Math.round(fromSecs * sampleRate), sampleRate, fades })
      return mono
    } finally {
      source.close()
    }
  }
}

/** Looks at the few best frames once more, at full size, and writes the one that shows the most. */
async function drawPoster(
  pool: SegmentPool,
  { size, outFile }: RenderPlan,
  candidates: PosterCandidate[],
): Promise<void> {
  const details: number[] = []
  for (const { frame } of candidates) details.push(await pool.measureDetail(frame))
  const frameIndex = candidates[chooseCandidate(candidates, details)]!.frame
  await writePoster(namePartFile(namePosterFile(outFile)), size, await pool.drawPicture(frameIndex))
}
