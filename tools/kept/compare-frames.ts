import { sizeShape } from '@songreel/render'
import { planRehearsal, type Rehearsal } from '@songreel/render/authoring'
import type { LoadedTemplate } from '@songreel/templates'
import { mainShape, readFixture, toRehearsal } from '@songreel/templates/fixture'
import { createFrameHasher } from '../../packages/render/src/encode/segments/hash-frame.ts'
import { buildScene } from '../../packages/render/src/scene/build-scene.ts'
import { EDITS } from './edits.ts'

/** What a frame looks like, and what describes it. */
type SeenFrame = { pixels: string; description: string | null }

/** How versions of one template's scene compare with its first one, frame by frame. */
export type FrameComparison = {
  /** Frames of a version that look as in the first one, and how many of these are described alike. */
  equal: number
  foundEqual: number
  /** Frames that are described alike and look different: there must never be one. */
  wrong: string[]
  isDescribed: boolean
  /** Whether the same comes out whatever was described before. */
  isStable: boolean
}

/** Small, but not so small that a flow is coloured where it was shaded: its descriptions would depend on the frame before. */
const SHORT_SIDE_PX = 216

/** A template's own example, small and short. */
export async function rehearseSmall(
  { template, url, folder }: LoadedTemplate,
  fps: number,
): Promise<Rehearsal> {
  const size = sizeShape(mainShape(template), SHORT_SIDE_PX)
  return { ...toRehearsal(await readFixture(folder)), templateUrl: url, size, fps, secs: 9 }
}

/** Draws and describes every so many frames of a template's scene, and of one with each edit. */
export async function compareFrames(loaded: LoadedTemplate, every: number): Promise<FrameComparison> {
  const first = await rehearseSmall(loaded, 10)
  const versions = Object.entries(EDITS).map(([name, edit]) => ({ name, video: edit(first, 1) }))
  const before = await seeFrames(first, every)
  const known = new Map<string | null, string>()
  const result: FrameComparison = { equal: 0, foundEqual: 0, wrong: [], isDescribed: true, isStable: true }
  const backwards = await seeBackwards(first, every)
  result.isStable = before.every(({ description }, i) => description === backwards[i])
  for (const { name, video } of [{ name: 'nothing', video: first }, ...versions]) {
    for (const [i, { pixels, description }] of (await seeFrames(video, every)).entries()) {
      if (description === null) result.isDescribed = false
      const same = known.get(description) ?? pixels
      if (description !== null) known.set(description, same)
      if (same !== pixels) result.wrong.push(`${name}, frame ${i * every}`)
      if (before[i]?.pixels !== pixels) continue
      result.equal++
      if (description !== null && before[i]?.description === description) result.foundEqual++
    }
  }
  return result
}

/** Descriptions alone, the last frame first. */
async function seeBackwards(video: Rehearsal, every: number): Promise<(string | null)[]> {
  const scene = await buildScene(await planRehearsal(video))
  const seen: (string | null)[] = []
  for (let i = every * Math.floor((scene.frameCount - 1) / every); i >= 0; i -= every) {
    const description = scene.describe(i)
    seen.unshift(description && Buffer.from(description).toString('hex'))
  }
  scene.close()
  return seen
}

async function seeFrames(video: Rehearsal, every: number): Promise<SeenFrame[]> {
  const plan = await planRehearsal(video)
  const scene = await buildScene(plan)
  const hashFrame = createFrameHasher(plan.size)
  const seen: SeenFrame[] = []
  for (let i = 0; i < scene.frameCount; i += every) {
    const description = scene.describe(i)
    const pixels = Buffer.from(hashFrame(scene.draw(i))).toString('hex')
    seen.push({ pixels, description: description && Buffer.from(description).toString('hex') })
  }
  scene.close()
  return seen
}
