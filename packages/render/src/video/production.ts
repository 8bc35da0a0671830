import type { LyricsData } from '@songreel/kit/lyrics'
import type { SongReader } from '../check/sound-check.ts'
import type { DrawnPart } from '../encode/draw-video.ts'
import { writePoster } from '../encode/poster.ts'
import { chooseCandidate, type PosterCandidate } from '../encode/poster-choice.ts'
import type { SegmentPool } from '../encode/segments/segment-pool.ts'
import type { FileNames } from '../encode/song-tags.ts'
import type { VideoSound } from '../encode/sound/encode-sound.ts'
import type { FrameFacts } from '../look/look-at-frames.ts'
import type { ChosenExcerpt, RenderPlan, RenderWarning } from '../plan/render-plan.ts'
import { namePartFile, namePosterFile } from './output-files.ts'
import type { ProgressReport } from './render-progress.ts'

/** What a video is made with. */
export type VideoTools = { pool: SegmentPool; report: ProgressReport; signal: AbortSignal | undefined }

/** A video that is about to be drawn: of one song, or of several. */
export type Production = {
  fps: number
  frameCount: number
  excerpt: ChosenExcerpt
  parts: DrawnPart[]
  names: FileNames
  /** Null: the video is silent. */
  sound: VideoSound | null
  readSong: SongReader | null
  /** What was seen of it, when all of it is drawn. */
  settle(): SettledProduction
}

/** What is known when the last frame is drawn. */
export type SettledProduction = {
  frames: Promise<FrameFacts>
  poster: Promise<void>
  /** In times of the video. */
  lyrics: LyricsData | undefined
  warnings(): Promise<RenderWarning[]>
}

/** Looks at the few best frames once more, at full size, and writes the one that shows the most. */
export async function drawPoster(
  pool: SegmentPool,
  { size, outFile }: RenderPlan,
  candidates: PosterCandidate[],
): Promise<void> {
  const details: number[] = []
  for (const { frame } of candidates) details.push(await pool.measureDetail(frame))
  const frameIndex = candidates[chooseCandidate(candidates, details)]!.frame
  await writePoster(namePartFile(namePosterFile(outFile)), size, await pool.drawPicture(frameIndex))
}
