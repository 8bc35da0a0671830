import { giveBackMemory } from '@songreel/kit/core'
import type { ScenePlan } from './build-scene.ts'

/** Some seconds of a preview: drawn in less time than the tidying takes, which is a tenth of a second in each thread. */
const WORTH_PIXELS = 20_000_000

/** Gives back what loading and setting up have left, before a video or a chapter of one is drawn that is long or large enough to gain by it. */
export async function tidyMemory({
  size,
  frameCount,
}: Pick<ScenePlan, 'size' | 'frameCount'>): Promise<void> {
  if (size.width * size.height * frameCount >= WORTH_PIXELS) await giveBackMemory()
}
