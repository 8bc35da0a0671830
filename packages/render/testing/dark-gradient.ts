import type { FrameSource, Planes } from '../src/encode/frame-source.ts'

const WIDTH = 256
const HEIGHT = 256

/** A gradient over a few dark values that drifts slowly, with the 8x8 dither that the compositor gives to gradients. */
export function createDarkGradient({ frameCount }: { frameCount: number }): FrameSource {
  const planes: Planes = {
    y: new Uint8Array(WIDTH * HEIGHT),
    u: new Uint8Array((WIDTH * HEIGHT) / 4).fill(132),
    v: new Uint8Array((WIDTH * HEIGHT) / 4).fill(124),
    strideY: WIDTH,
    strideC: WIDTH / 2,
  }
  return {
    size: { width: WIDTH, height: HEIGHT },
    fps: 30,
    frameCount,
    draw(frameIndex) {
      for (let row = 0; row < HEIGHT; row++) {
        for (let x = 0; x < WIDTH; x++) {
          const value = 24 + (x + 2 * row) / 160 + frameIndex / 60
          planes.y[row * WIDTH + x] = Math.floor(value + bayer(x & 7, row & 7) / 64)
        }
      }
      return planes
    },
  }
}

/** The Bayer matrix 0..63. */
function bayer(x: number, y: number): number {
  let value = 0
  for (let bit = 0; bit < 3; bit++) {
    value = (value << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1)
  }
  return value
}
