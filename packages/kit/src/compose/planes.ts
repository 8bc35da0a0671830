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

/** Row lengths that an encoder takes as they are: whole vectors, and exactly half of them for colour. */
export function planeStrides(width: number): { strideY: number; strideC: number } {
  const strideC = Math.ceil(width / 64) * 32
  return { strideY: 2 * strideC, strideC }
}
