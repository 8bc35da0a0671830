import { dressScene } from '../look/dress-scene.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { prepareScene } from '../scene/prepare-scene.ts'
import { renderStills } from './render-stills.ts'

/** PNG pictures of a plan's video at these seconds; moments outside of it give its first or last frame. */
export async function drawStills(plan: RenderPlan, atSecs: number[]): Promise<Uint8Array[]> {
  const { scene } = await prepareScene(plan, { dress: dressScene })
  const lastFrame = scene.frameCount - 1
  const frames = atSecs.map((secs) => Math.max(0, Math.min(lastFrame, Math.floor(secs * scene.fps))))
  return renderStills(scene, { frames })
}
