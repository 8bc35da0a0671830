import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import type { FrameSource, Planes } from './frame-source.ts'
import { mustSucceed } from './native.ts'

/** An encoder's frame that is filled again and again: fresh ones cost milliseconds in page faults. */
export type PictureBuffer = {
  readonly frame: Frame
  load(planes: Planes, frameIndex: number): void
  free(): void
}

/** The frame takes over the source's strides, so that each plane is one copy. */
export function createPictureBuffer({ width, height }: FrameSource['size'], like: Planes): PictureBuffer {
  const frame = new Frame()
  frame.alloc()
  frame.format = AV_PIX_FMT_YUV420P
  // Allocated as wide as the stride, then narrowed: FFmpeg keeps the line sizes it gave.
  frame.width = like.strideY
  frame.height = height
  mustSucceed(frame.getBuffer(32), 'allocate a picture')
  frame.width = width
  const [strideY, strideU] = frame.linesize
  let targets = frame.data!

  return {
    frame,
    load(planes, frameIndex) {
      if (!frame.isWritable) {
        mustSucceed(frame.makeWritable(), 'write into a picture')
        targets = frame.data!
      }
      copyPlane(targets[0]!, strideY!, planes.y, planes.strideY, height)
      copyPlane(targets[1]!, strideU!, planes.u, planes.strideC, height >> 1)
      copyPlane(targets[2]!, strideU!, planes.v, planes.strideC, height >> 1)
      frame.pts = BigInt(frameIndex)
    },
    free: () => frame.free(),
  }
}

function copyPlane(
  to: Uint8Array,
  toStride: number,
  from: Uint8Array,
  fromStride: number,
  rows: number,
): void {
  if (toStride === fromStride) {
    to.set(from.length > to.length ? from.subarray(0, to.length) : from)
    return
  }
  const bytes = Math.min(toStride, fromStride)
  for (let row = 0; row < rows; row++) {
    to.set(from.subarray(row * fromStride, row * fromStride + bytes), row * toStride)
  }
}
