import { type PlacedChapters, placeChapters } from '../album/place-chapters.ts'
import { type FrameRange, planChapterSegments } from '../encode/frame-source.ts'
import { getFormat } from '../encode/get-format.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { type ChapterTools, drawLastPicture, openChapters, prepareChapter } from './prepare-chapter.ts'
import type { VideoTools } from './production.ts'

/** Draws single segments of an album's video, chapter by chapter as they are asked for, and returns how many of how many. */
export async function drawAlbumSegments(
  plan: RenderPlan,
  tools: VideoTools,
  next: (total: number) => Promise<number | undefined>,
): Promise<{ total: number; made: number }> {
  const { pool, report, signal } = tools
  await pool.template.finally(report.start)
  report.enter('ANALYSING')
  const album = await placeChapters(plan, signal)
  const { ranges, total } = listRanges(plan, album)
  const chapters = await openChapters(plan, album, tools)
  report.enter('DRAWING')
  report.followFrames(album.frameCount, pool.framesDone)
  const waiting: number[] = []
  const take = async () => waiting.shift() ?? (await next(total))
  let made = 0
  for (let first = await take(); first !== undefined; first = await take()) {
    const chapter = ranges.findIndex((own) => own[first!] !== undefined)
    const own = ranges[chapter]
    if (!own) continue
    waiting.unshift(first)
    const shown = chapter > 0 ? await drawBefore(plan, album, chapters, chapter) : undefined
    const { scene } = await prepareChapter(plan, album, chapters, { index: chapter, shown })
    made += await pool.drawForOthers(scene, own, async () => {
      const index = await take()
      if (index === undefined || own[index]) return index
      // Of another chapter: it is drawn when this one is left.
      waiting.push(index)
      return undefined
    })
  }
  return { total, made }
}

/** Each chapter's frames by the segments' numbers in the whole video. */
function listRanges(
  plan: RenderPlan,
  { placed, fps }: PlacedChapters,
): { ranges: FrameRange[][]; total: number } {
  const { segmentSecs } = getFormat(plan.format, plan)
  let total = 0
  const ranges = placed.map(({ frameCount }) => {
    const own: FrameRange[] = []
    for (const range of planChapterSegments(frameCount, segmentSecs * fps, placed.length > 1))
      own[total++] = range
    return own
  })
  return { ranges, total }
}

/** The picture that a chapter comes out of, when the one before was not drawn here. */
async function drawBefore(
  plan: RenderPlan,
  album: PlacedChapters,
  tools: ChapterTools,
  chapter: number,
): Promise<Uint8Array> {
  const index = chapter - 1
  const { scene } = await prepareChapter(plan, album, tools, { index, shown: undefined })
  // Without segments, the threads only take over the scene.
  await tools.pool.draw(scene, []).next()
  return drawLastPicture(tools, album.placed[index]!)
}
