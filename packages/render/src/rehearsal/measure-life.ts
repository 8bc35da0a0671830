import type { FrameSource } from '../encode/frame-source.ts'

/** How much of the picture changes from one frame to the next, on average over the frames looked at. */
export type Life = {
  /** Share of pixels whose luma differs by more than the eye and the encoder overlook. */
  changedPixels: number
  /** Mean difference of luma, as a share of the way from black to white. */
  changedLuma: number
}

/** Dither and rounding move a pixel by up to this much of 255. */
const OVERLOOKED_LUMA = 2
const LUMA_RANGE = 219

/** Compares frames with the ones before them: all of them or, as a cheaper sample, every nth. */
export function measureLife(source: FrameSource, { everyFrames = 1 } = {}): Life {
  const { width, height } = source.size
  const before = new Uint8Array(width * height)
  let changed = 0
  let difference = 0
  let pairs = 0
  for (let frame = 1; frame < source.frameCount; frame += everyFrames) {
    if (everyFrames > 1 || frame === 1) keepLuma(source, frame - 1, before)
    const { y, strideY } = source.draw(frame)
    for (let row = 0; row < height; row++) {
      for (let x = 0; x < width; x++) {
        const luma = y[row * strideY + x] ?? 0
        const change = Math.abs(luma - (before[row * width + x] ?? 0))
        if (change > OVERLOOKED_LUMA) changed++
        difference += change
        before[row * width + x] = luma
      }
    }
    pairs++
  }
  const pixels = Math.max(1, pairs) * width * height
  return { changedPixels: changed / pixels, changedLuma: difference / pixels / LUMA_RANGE }
}

function keepLuma({ size, draw }: FrameSource, frame: number, luma: Uint8Array): void {
  const { y, strideY } = draw(frame)
  for (let row = 0; row < size.height; row++) {
    luma.set(y.subarray(row * strideY, row * strideY + size.width), row * size.width)
  }
}
