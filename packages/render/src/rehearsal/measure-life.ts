import type { FrameSource } from '../encode/frame-source.ts'

/** How much of the picture changes from one frame to the next, on average over the frames looked at. */
export type Life = {
  /** Share of pixels whose luma differs by more than the eye and the encoder overlook. */
  changedPixels: number
  /** Mean difference of luma, as a share of the way from black to white. */
  changedLuma: number
  /** `changedPixels` of each frame that was looked at, in order. */
  frames: { index: number; changedPixels: number }[]
}

/** Dither and rounding move a pixel by up to this much of 255. */
const OVERLOOKED_LUMA = 2
const LUMA_RANGE = 219

/** Compares frames with the ones before them: all of them or, as a cheaper sample, every nth. */
export function measureLife(source: FrameSource, { everyFrames = 1 } = {}): Life {
  const { width, height } = source.size
  const before = new Uint8Array(width * height)
  const frames: Life['frames'] = []
  let changed = 0
  let difference = 0
  for (let frame = 1; frame < source.frameCount; frame += everyFrames) {
    if (everyFrames > 1 || frame === 1) keepLuma(source, frame - 1, before)
    const { y, strideY } = source.draw(frame)
    const changedBefore = changed
    for (let row = 0; row < height; row++) {
      for (let x = 0; x < width; x++) {
        const luma = y[row * strideY + x] ?? 0
        const change = Math.abs(luma - (before[row * width + x] ?? 0))
        if (change > OVERLOOKED_LUMA) changed++
        difference += change
        before[row * width + x] = luma
      }
    }
    frames.push({ index: frame, changedPixels: (changed - changedBefore) / (width * height) })
  }
  const count = Math.max(1, frames.length)
  return {
    changedPixels: changed / (count * width * height),
    changedLuma: difference / (count * width * height) / LUMA_RANGE,
    frames,
  }
}

function keepLuma({ size, draw }: FrameSource, frame: number, luma: Uint8Array): void {
  const { y, strideY } = draw(frame)
  for (let row = 0; row < size.height; row++) {
    luma.set(y.subarray(row * strideY, row * strideY + size.width), row * size.width)
  }
}
