import type { FrameSource, Planes } from '../src/encode/frame-source.ts'

type TestFrames = {
  width?: number
  height?: number
  fps?: number
  frameCount: number
  isFlash?: (frameIndex: number) => boolean
}

/** A moving gradient, white in the frames that `isFlash` names: pictures without any template. */
export function createTestFrames({
  width = 160,
  height = 90,
  fps = 30,
  frameCount,
  isFlash = () => false,
}: TestFrames): FrameSource {
  const strideY = Math.ceil(width / 32) * 32
  const strideC = Math.ceil(strideY / 64) * 32
  const planes: Planes = {
    y: new Uint8Array(strideY * height),
    u: new Uint8Array((strideC * height) / 2),
    v: new Uint8Array((strideC * height) / 2),
    strideY,
    strideC,
  }
  return {
    size: { width, height },
    fps,
    frameCount,
    draw(frameIndex) {
      const level = isFlash(frameIndex) ? 235 : 0
      for (let row = 0; row < height; row++) {
        for (let x = 0; x < width; x++) {
          planes.y[row * strideY + x] = level || 60 + ((x + row + 2 * frameIndex) % 80)
        }
      }
      planes.u.fill(110 + (frameIndex % 16))
      planes.v.fill(140)
      return planes
    },
  }
}
