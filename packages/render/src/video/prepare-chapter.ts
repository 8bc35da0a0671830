import { chooseCache, type PlacedChapter, type PlacedChapters } from '../album/place-chapters.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { type PreparedScene, prepareScene } from '../scene/prepare-scene.ts'
import { tidyMemory } from '../scene/tidy-memory.ts'
import { type DressAlbum, dressAlbum } from './dress-album.ts'
import type { VideoTools } from './production.ts'

/** How long a chapter's picture takes to come out of the one before; where songs are cut on bars, it's a cut to the eye. */
const DISSOLVE_SECS = 0.6
const CUT_SECS = 0.15

/** A chapter's plan, as that of a video of its song alone. */
export function planChapter(plan: RenderPlan, { chapter, excerpt }: PlacedChapter): RenderPlan {
  const { chapters: _, samplerSecs: __, ...rest } = plan
  const { brand } = plan.files
  const files = { ...chapter.files, ...(brand && { brand }) }
  return { ...rest, ...chapter, files, excerpt, cacheFolder: chooseCache(plan) }
}

/** Clips of a brand's own have no place between songs, and its end card stands at the end of the last. */
function wearInChapter({ brand, files, ...plan }: RenderPlan, isLast: boolean): RenderPlan {
  const { intro: _, outro: __, ...worn } = files.brand ?? {}
  const { endCard, ...rest } = brand ?? { name: '' }
  return {
    ...plan,
    files: { ...files, ...(files.brand && { brand: worn }) },
    ...(brand && { brand: { ...rest, ...(isLast && endCard && { endCard }) } }),
  }
}

/** How an album's chapters are prepared. */
export type ChapterTools = Pick<VideoTools, 'pool' | 'signal'> & { dress: DressAlbum }

/** What prepares the chapters of one album: all of them wear a brand's logo in one place. */
export async function openChapters(
  plan: RenderPlan,
  album: PlacedChapters,
  tools: VideoTools,
): Promise<ChapterTools> {
  const chapters = album.placed.map((_, index) => stageChapter(plan, album, index))
  const { pool, signal } = tools
  return { pool, signal, dress: await dressAlbum(chapters, tools) }
}

/** An ordinary scene with the chapter's names, cover and lyrics; it comes out of the picture that was `shown` last before it. */
export async function prepareChapter(
  plan: RenderPlan,
  album: PlacedChapters,
  { pool, signal, dress }: ChapterTools,
  { index, shown }: { index: number; shown: Uint8Array | undefined },
): Promise<PreparedScene> {
  const { plan: own, place } = stageChapter(plan, album, index)
  const prepared = await prepareScene(own, {
    template: pool.template,
    dress: dress(index),
    place,
    ...(signal && { signal }),
  })
  await tidyMemory(prepared.scene)
  const before = shown && { rgb: shown, secs: plan.samplerSecs ? CUT_SECS : DISSOLVE_SECS }
  return { ...prepared, scene: { ...prepared.scene, ...(before && { before }) } }
}

function stageChapter(plan: RenderPlan, { placed, fps }: PlacedChapters, index: number) {
  const each = placed[index]!
  const { excerpt, startSecs, firstFrame, frameCount } = each
  return {
    plan: wearInChapter(planChapter(plan, each), index === placed.length - 1),
    place: { startSecs: excerpt.startSecs + firstFrame / fps - startSecs, frameCount },
  }
}

/** A chapter's last picture, whose scene stands in the threads; in memory that they share, as all get it and one paints it. */
export async function drawLastPicture(
  { pool }: Pick<VideoTools, 'pool'>,
  { frameCount }: PlacedChapter,
): Promise<Uint8Array> {
  const picture = await pool.drawPicture(frameCount - 1)
  const shared = new Uint8Array(new SharedArrayBuffer(picture.length))
  shared.set(picture)
  return shared
}
