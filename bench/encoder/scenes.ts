import { sizeShape } from '@songreel/render'
import { planRehearsal } from '@songreel/render/authoring'
import type { LoadedTemplate } from '@songreel/templates'
import { mainShape, readFixture, toRehearsal } from '@songreel/templates/fixture'
import { readCover } from '../../packages/render/src/pictures/read-cover.ts'
import type { ScenePlan } from '../../packages/render/src/scene/build-scene.ts'
import type { Photograph } from './photographs.ts'

/** Covers that are painted here: one like a photograph at night, and one as songs without a cover get. */
const DRAWN_COVERS = ['NIGHT_SEA', 'ART'] as const

/** One scene to encode: a template with a cover. */
export type BenchScene = { contentId: string; cover: string; plan: ScenePlan }

/** Every cover in one template, in the shape that the template is made for. */
export async function planScenes(
  { template, url, folder }: LoadedTemplate,
  { photographs, shortSidePx }: { photographs: Photograph[]; shortSidePx: number },
): Promise<BenchScene[]> {
  const { contentId } = template
  const size = sizeShape(mainShape(template), shortSidePx)
  const rehearsal = { ...toRehearsal(await readFixture(folder)), templateUrl: url, size }
  const scenes: BenchScene[] = []
  for (const cover of DRAWN_COVERS) {
    scenes.push({ contentId, cover, plan: await planRehearsal({ ...rehearsal, cover }) })
  }
  for (const { name, file } of photographs) {
    const plan = await planRehearsal(rehearsal)
    const { song, seed, theme } = plan
    const options = { song, seed, theme, hasType: false, maxSidePx: Math.max(size.width, size.height) }
    scenes.push({ contentId, cover: name, plan: { ...plan, cover: await readCover(file, options) } })
  }
  return scenes
}
