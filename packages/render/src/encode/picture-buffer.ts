import { RenderError } from '@songreel/kit/core'
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { lendMemory } from '../container/lend-memory.ts'
import { mustSucceed } from '../container/native.ts'
import type { FrameSource, Planes } from './frame-source.ts'

type Size = FrameSource['size']

/** An encoder's frame that is reused, because a fresh one costs milliseconds in page faults. */
export type PictureBuffer = {
  readonly frame: Frame
  /** Makes the frame show these planes, which must come from the same source each time. */
  load(planes: Planes, frameIndex: number): void
  free(): void
}

/** Lends the source's own memory to the encoder where its layout allows that, and copies otherwise. */
export function createPictureBuffer(size: Size, like: Planes): PictureBuffer {
  return isOnePiece(like) ? lendPicture(size, like) : copyPicture(size, like)
}

/** FFmpeg lays out a lent picture itself, in one way. */
function isOnePiece({ y, u, v, strideY, strideC }: Planes): boolean {
  const isSameMemory = y.buffer === u.buffer && y.buffer === v.buffer
  const isWithoutGap = u.byteOffset === y.byteOffset + y.length && v.byteOffset === u.byteOffset + u.length
  return isSameMemory && isWithoutGap && strideC * 2 === strideY && y.length === 4 * u.length
}

/**
 * The encoder reads the planes where they were drawn. That is sound because an encoder copies what it needs before its
 * call returns, and because the memory lives as long as its source: node-av itself keeps no hold on it.
 */
function lendPicture({ width, height }: Size, { y, u, v, strideY }: Planes): PictureBuffer {
  const memory = new Uint8Array(y.buffer, y.byteOffset, y.length + u.length + v.length)
  const frame = lendMemory(memory, { width, height }, strideY)
  return {
    frame,
    load(planes, frameIndex) {
      const isReleased = frame.isWritable
      if (!isReleased || planes.y.byteOffset !== memory.byteOffset) {
        throw new RenderError('INTERNAL', 'A picture was drawn over while the encoder still had it.')
      }
      frame.pts = BigInt(frameIndex)
    },
    free: () => frame.free(),
  }
}

/** A picture of its own, with the source's strides, so that each plane is one copy. */
export function copyPicture({ width, height }: Size, like: Planes): PictureBuffer {
  const frame = new Frame()
  frame.alloc()
  frame.format = AV_PIX_FMT_YUV420P
  // Allocated as wide as the stride, then narrowed: FFmpeg keeps the line sizes it gave.
  frame.width = like.strideY
  frame.height = height
  mustSucceed(frame.getBuffer(32), 'allocate a picture')
  frame.width = width
  const [strideY, strideC] = frame.linesize
  let targets = frame.data!

  return {
    frame,
    load(planes, frameIndex) {
      if (!frame.isWritable) {
        mustSucceed(frame.makeWritable(), 'write into a picture')
        targets = frame.data!
      }
      copyPlane(targets[0]!, strideY!, planes.y, planes.strideY, height)
      copyPlane(targets[1]!, strideC!, planes.u, planes.strideC, height >> 1)
      copyPlane(targets[2]!, strideC!, planes.v, planes.strideC, height >> 1)
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
    to.set(from.subarray(0, rows * fromStride))
    return
  }
  const bytes = Math.min(toStride, fromStride)
  for (let row = 0; row < rows; row++) {
    to.set(from.subarray(row * fromStride, row * fromStride + bytes), row * toStride)
  }
}
