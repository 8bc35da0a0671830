import { hash } from 'node:crypto'
import type { FrameSource, Planes } from '../frame-source.ts'

/** So many bytes of a frame's hash tell stretches apart while they are compared. */
export const SHORT_HASH_BYTES = 4

/** Hashes pictures: what the encoder sees of them, and nothing else. */
export type FrameHasher = (planes: Planes) => Uint8Array

/** A hasher for one source's pictures. Their rows are longer than they are wide; what lies beyond is made zero, because nobody sees it. */
export function createFrameHasher({ width, height }: FrameSource['size']): FrameHasher {
  return ({ y, u, v, strideY, strideC }) => {
    clearBeyond(y, strideY, width, height)
    clearBeyond(u, strideC, width / 2, height / 2)
    clearBeyond(v, strideC, width / 2, height / 2)
    // The compositor's planes lie in one piece: one call, no copy.
    const isOnePiece = u.byteOffset === y.byteOffset + y.length && v.byteOffset === u.byteOffset + u.length
    if (isOnePiece && y.buffer === v.buffer) {
      const all = Buffer.from(y.buffer, y.byteOffset, y.length + u.length + v.length)
      return hash('sha256', all, 'buffer')
    }
    const parts = [y, u, v].map((plane) => hash('sha256', plane, 'buffer'))
    return hash('sha256', Buffer.concat(parts), 'buffer')
  }
}

function clearBeyond(plane: Uint8Array, stride: number, width: number, rows: number): void {
  if (stride === width) return
  for (let row = 0; row < rows; row++) plane.fill(0, row * stride + width, (row + 1) * stride)
}
