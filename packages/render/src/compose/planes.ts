/**
 * A picture as the encoder takes it: YUV 4:2:0, BT.709, limited range, chroma sited left.
 * The arrays are views on the compositor's memory: the next draw overwrites them.
 */
export type Planes = {
  readonly width: number
  readonly height: number
  readonly y: Uint8Array<SharedArrayBuffer>
  readonly u: Uint8Array<SharedArrayBuffer>
  readonly v: Uint8Array<SharedArrayBuffer>
  readonly strideY: number
  readonly strideC: number
}

/** Row lengths that equal an AVFrame's with an alignment of 32, so that a plane is copied at one stroke. */
export function planeStrides(width: number): { strideY: number; strideC: number } {
  const strideY = alignTo32(width)
  return { strideY, strideC: alignTo32(strideY / 2) }
}

function alignTo32(length: number): number {
  return Math.ceil(length / 32) * 32
}
