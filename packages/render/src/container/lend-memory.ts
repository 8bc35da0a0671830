import type { Size } from '@songreel/kit/core'
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'

/**
 * A frame of FFmpeg's whose planes are this memory: rows of one length, half of it for colour, no gap between the planes.
 * The caller keeps the memory alive: node-av itself holds no reference to it.
 */
export function lendMemory(memory: Uint8Array, { width, height }: Size, strideY: number): Frame {
  const bytes = Buffer.from(memory.buffer, memory.byteOffset, memory.length)
  const frame = Frame.fromVideoBuffer(bytes, { width: strideY, height, format: AV_PIX_FMT_YUV420P })
  frame.width = width
  return frame
}
