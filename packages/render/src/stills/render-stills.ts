import sharp from 'sharp'
import { buildScene, type ScenePlan } from '../scene/build-scene.ts'

/** Which frames are wanted, and whether one still wants them. */
export type StillsOptions = { frames: readonly number[]; signal?: AbortSignal }

/** PNG pictures of single frames, drawn by the very same scene as the video. */
export async function renderStills(plan: ScenePlan, { frames, signal }: StillsOptions): Promise<Buffer[]> {
  const scene = await buildScene(plan)
  const stills: Buffer[] = []
  try {
    for (const frame of frames) {
      signal?.throwIfAborted()
      scene.draw(frame)
      stills.push(await encodePng(scene.readRgb(), scene.size))
    }
  } finally {
    scene.close()
  }
  return stills
}

function encodePng(rgb: Uint8Array, { width, height }: { width: number; height: number }): Promise<Buffer> {
  // The pixels lie in memory that the next frame overwrites, and sharp reads in a thread of its own.
  const pixels = Buffer.from(rgb)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}
