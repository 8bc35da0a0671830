import { setImmediate } from 'node:timers/promises'
import type { LookOutline } from '@songreel/kit/input'
import { dressScene } from '../look/dress-scene.ts'
import type { Memory } from '../pictures/memory.ts'
import type { RenderPlan, RenderWarning } from '../plan/render-plan.ts'
import { outlineScene, type ScenePlan } from '../scene/build-scene.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { renderStills } from './render-stills.ts'

/** A picture of one moment, and where the layers of its look stand. */
export type Sketch = { picture: Uint8Array; outline: LookOutline | undefined }

/** PNG pictures, and what the owner of the brand that they wear should know. */
export type DrawnStills = { pictures: Uint8Array[]; warnings: RenderWarning[] }

/** Whether somebody still wants them, and what is remembered of the files. */
export type DrawOptions = { signal?: AbortSignal; memory?: Memory }

/** PNG pictures of a plan's video at these seconds; moments outside of it give its first or last frame. */
export async function drawStills(
  plan: RenderPlan,
  atSecs: number[],
  options: DrawOptions = {},
): Promise<DrawnStills> {
  const { scene, brandWarnings: warnings } = await prepareWanted(plan, options)
  return { pictures: await renderStills(scene, { ...options, frames: findFrames(scene, atSecs) }), warnings }
}

/** The same for one moment, with the places of the layers, for people who move them. */
export async function drawSketch(
  plan: RenderPlan,
  atSecs: number,
  options: DrawOptions = {},
): Promise<Sketch> {
  const { scene } = await prepareWanted(plan, options)
  const [picture] = await renderStills(scene, { ...options, frames: findFrames(scene, [atSecs]) })
  // One moment was asked for, so one still comes back.
  return { picture: picture!, outline: await outlineScene(scene) }
}

/** Where a signal says that nobody waits any more, it is looked at between the long steps, after others had a moment to give it. */
async function prepareWanted(plan: RenderPlan, { signal, memory }: DrawOptions) {
  const check = async () => {
    if (signal) await setImmediate()
    signal?.throwIfAborted()
  }
  const dress: typeof dressScene = async (scene, logos) => {
    await check()
    return dressScene(scene, logos)
  }
  const prepared = await prepareScene(plan, { dress, ...(signal && { signal }), ...(memory && { memory }) })
  await check()
  return prepared
}

function findFrames({ frameCount, fps }: ScenePlan, atSecs: readonly number[]): number[] {
  return atSecs.map((secs) => Math.max(0, Math.min(frameCount - 1, Math.floor(secs * fps))))
}
