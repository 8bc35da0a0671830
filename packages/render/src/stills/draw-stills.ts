import type { LookOutline } from '@songreel/kit/input'
import { dressScene } from '../look/dress-scene.ts'
import type { RenderPlan, RenderWarning } from '../plan/render-plan.ts'
import { outlineScene, type ScenePlan } from '../scene/build-scene.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { renderStills } from './render-stills.ts'

/** A picture of one moment, and where the layers of its look stand. */
export type Sketch = { picture: Uint8Array; outline: LookOutline | undefined }

/** PNG pictures, and what the owner of the brand that they wear should know. */
export type DrawnStills = { pictures: Uint8Array[]; warnings: RenderWarning[] }

/** PNG pictures of a plan's video at these seconds; moments outside of it give its first or last frame. */
export async function drawStills(plan: RenderPlan, atSecs: number[]): Promise<DrawnStills> {
  const { scene, brandWarnings: warnings } = await prepareScene(plan, { dress: dressScene })
  return { pictures: await renderStills(scene, { frames: findFrames(scene, atSecs) }), warnings }
}

/** The same for one moment, with the places of the layers, for people who move them. */
export async function drawSketch(plan: RenderPlan, atSecs: number): Promise<Sketch> {
  const { scene } = await prepareScene(plan, { dress: dressScene })
  const [picture] = await renderStills(scene, { frames: findFrames(scene, [atSecs]) })
  // One moment was asked for, so one still comes back.
  return { picture: picture!, outline: await outlineScene(scene) }
}

function findFrames({ frameCount, fps }: ScenePlan, atSecs: readonly number[]): number[] {
  return atSecs.map((secs) => Math.max(0, Math.min(frameCount - 1, Math.floor(secs * fps))))
}
