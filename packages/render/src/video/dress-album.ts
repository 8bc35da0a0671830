import { findCommonRoom, type SceneRooms } from '../look/common-room.ts'
import type { LogoPlaces } from '../look/find-logo-places.ts'
import { askForPlate, readType, wearLogo } from '../look/wear-logo.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { type PrepareOptions, prepareScene } from '../scene/prepare-scene.ts'
import type { BrandLogos, DressScene } from '../scene/scene-brand.ts'
import { tidyMemory } from '../scene/tidy-memory.ts'
import type { VideoTools } from './production.ts'

/** A chapter as its scene is prepared. */
type ChapterScene = { plan: RenderPlan; place: NonNullable<PrepareOptions['place']> }

/** Finds the logo's place in a chapter, by its number. */
export type DressAlbum = (index: number) => DressScene

/**
 * The logo stands in one place all through an album: the one that is free in all of its chapters, or in most; where it isn't, there is no
 * logo. All chapters are looked at before the first one is drawn, by every machine that draws some of them; of a hundred that takes
 * minutes, in which no frame says that there is progress.
 */
export async function dressAlbum(chapters: readonly ChapterScene[], tools: VideoTools): Promise<DressAlbum> {
  const hasLogo = chapters.some(({ plan }) => {
    const { logo, logoDark, logoAnimation } = plan.files.brand ?? {}
    return logo ?? logoDark ?? logoAnimation
  })
  if (chapters.length === 1 || !hasLogo) return () => tools.pool.dress
  const places = await lookAtAll(chapters, tools)
  const common = findCommonRoom(places)
  return (index) => async (scene, logos) => {
    const room = common?.freeIn.includes(index) ? common.room : undefined
    return wearLogo(scene, logos, { room, own: places[index]?.own })
  }
}

type ChapterPlaces = LogoPlaces & SceneRooms

async function lookAtAll(
  chapters: readonly ChapterScene[],
  { pool, report, signal }: VideoTools,
): Promise<ChapterPlaces[]> {
  const places: ChapterPlaces[] = []
  // The pictures of the first stand for those of all, which would fill the memory.
  let worn: BrandLogos | undefined
  for (const [index, { plan, place }] of chapters.entries()) {
    report.noteLooked(index, chapters.length)
    const dress: DressScene = async (scene, logos) => {
      worn ??= logos
      const { picture, sting } = worn.plain
      // One that plays may have another colour in each chapter.
      const plain = { ...logos.plain, picture, ...(sting && { sting }) }
      const needsPlate = askForPlate({ ...worn, plain }, readType(scene))
      places.push({ ...(await pool.findLogoPlaces(scene, logos)), needsPlate })
      return { warnings: [] }
    }
    const { scene } = await prepareScene(plan, {
      template: pool.template,
      dress,
      place,
      ...(signal && { signal }),
    })
    await tidyMemory(scene)
  }
  report.noteLooked(chapters.length, chapters.length)
  return places
}
