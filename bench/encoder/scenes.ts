import path from 'node:path'
import { sizeShape } from '@songreel/render'
import { planRehearsal } from '@songreel/render/authoring'
import type { LoadedTemplate } from '@songreel/templates'
import { mainShape, readFixture, toRehearsal } from '@songreel/templates/fixture'
import { readCover } from '../../packages/render/src/pictures/read-cover.ts'
import type { ScenePlan } from '../../packages/render/src/scene/build-scene.ts'
import { prepareScene } from '../../packages/render/src/scene/prepare-scene.ts'
import { planLook } from '../../tools/judge/plan-look.ts'
import type { Photograph } from './photographs.ts'

/** Covers that are painted here: one like a photograph at night, and one as songs without a cover get. */
const DRAWN_COVERS = ['NIGHT_SEA', 'ART'] as const

/** One scene to encode: a template with a cover. */
export type BenchScene = { contentId: string; cover: string; plan: ScenePlan }

/** Every cover in one template, in the shape that the template is made for. */
export async function* planScenes(
  { template, url, folder }: LoadedTemplate,
  { photographs, shortSidePx }: { photographs: Photograph[]; shortSidePx: number },
): AsyncGenerator<BenchScene> {
  const { contentId } = template
  const size = sizeShape(mainShape(template), shortSidePx)
  const rehearsal = { ...toRehearsal(await readFixture(folder)), templateUrl: url, size }
  for (const cover of DRAWN_COVERS) {
    yield { contentId, cover, plan: await planRehearsal({ ...rehearsal, cover }) }
  }
  for (const { name, file } of photographs) {
    const plan = await planRehearsal(rehearsal)
    const { song, seed, theme } = plan
    const options = { song, seed, theme, hasType: false, maxSidePx: Math.max(size.width, size.height) }
    yield { contentId, cover: name, plan: { ...plan, cover: await readCover(file, options) } }
  }
}

/** Covers and a song out of files; templates that need clips are left out. */
export async function* planMaterial(
  loaded: LoadedTemplate,
  { covers, song, shortSidePx }: { covers: string[]; song: string; shortSidePx: number },
): AsyncGenerator<BenchScene> {
  const { template } = loaded
  if (template.needs.clips) return
  const shape = mainShape(template)
  for (const art of covers) {
    const look = await planLook(loaded, shape, { art, song, clips: [] })
    const { scene } = await prepareScene({
      ...look,
      quality: 'FULL',
      fps: 30,
      size: sizeShape(shape, shortSidePx),
    })
    yield { contentId: template.contentId, cover: path.parse(art).name, plan: scene }
  }
}
