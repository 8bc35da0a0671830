import { finishSprite } from './rasterise.ts'
import { allocSprite, type Sprite } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

/** A sprite at a fraction of its size. */
export type HalvedSprite = {
  readonly sprite: Sprite
  /** 1, 2, 4 ...: how many pixels of the original one pixel stands for. */
  readonly reduction: number
  /** Where pixel (0, 0) of the original lies in it. */
  readonly offset: number
}

/** Transparent pixels that surround the halved picture. */
const RIM = 2

/** The next smaller size; made at first use by each thread, always with the same pixels. */
export function halveSprite(stage: Stage, { sprite, reduction, offset }: HalvedSprite): HalvedSprite {
  let half = stage.halves.get(sprite)
  if (!half) {
    half = allocHalf(stage, sprite)
    stage.halves.set(sprite, half)
    reduce(stage, sprite, half)
  }
  return { sprite: half, reduction: reduction * 2, offset: offset / 2 + RIM }
}

/** Makes the smaller sizes anew after the sprite's pixels have changed. */
export function refreshHalves(stage: Stage, sprite: Sprite): void {
  const half = stage.halves.get(sprite)
  if (!half) return
  reduce(stage, sprite, half)
  refreshHalves(stage, half)
}

function allocHalf(stage: Stage, sprite: Sprite): Sprite {
  const width = Math.ceil(sprite.width / 4) * 2
  const height = Math.ceil(sprite.height / 4) * 2
  return allocSprite(stage.sharedMemory, { x: 0, y: 0, width: width + 2 * RIM, height: height + 2 * RIM })
}

function reduce(stage: Stage, sprite: Sprite, half: Sprite): void {
  const { kernels } = stage
  const planes = [
    [sprite.planeY, half.planeY, 1],
    [sprite.planeA, half.planeA, 1],
    [sprite.planeU, half.planeU, 2],
    [sprite.planeV, half.planeV, 2],
    [sprite.planeAC, half.planeAC, 2],
  ] as const
  for (const [from, into, chroma] of planes) {
    const stride = chroma === 1 ? sprite.strideY : sprite.strideC
    const halfStride = chroma === 1 ? half.strideY : half.strideC
    const corner = into + (RIM / chroma) * (halfStride + 1)
    // Whole pairs of rows only: an odd last row of chroma lies in the transparent rim.
    const rows = Math.floor(sprite.height / chroma / 2)
    kernels.halvePlane(from, stride, corner, halfStride, Math.floor(sprite.width / chroma / 2), rows)
  }
  finishSprite(stage, half)
}
