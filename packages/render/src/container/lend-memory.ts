import type { Size } from '@songreel/kit/core'
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'

/**
 * A frame of FFmpeg's whose planes are this memory: rows of one length, half of it for colour, no gap between the planes.
 * Whoever lends the memory keeps it alive: node-av itself has no hold on it.
 */
export function lendMemory(memory: Uint8Array, { width, height }: Size, strideY: number): Frame {
  const bytes = Buffer.from(memory.buffer, memory.byteOffset, memory.length)
  const frame = Frame.fromVideoBuffer(bytes, { width: strideY, height, format: AV_PIX_FMT_YUV420P })
  frame.width = width
  return frame
}
