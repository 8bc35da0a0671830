import type { KernelFunctions } from './kernels/kernel-functions.ts'
import { planeStrides } from './planes.ts'
import type { SharedMemory } from './shared-memory.ts'
import { type Sprite, writeSpriteRecord } from './sprite-layout.ts'

/** Makes room for a picture without transparency; its planes lie in one piece, so that FFmpeg can write into them. */
export function allocOpaquePicture(
  sharedMemory: SharedMemory,
  { width, height }: { width: number; height: number },
): Sprite {
  const { strideY, strideC } = planeStrides(width)
  const lumaBytes = strideY * height
  const chromaBytes = (strideC * height) / 2
  const planeA = sharedMemory.alloc(lumaBytes)
  sharedMemory.bytes(planeA, lumaBytes).fill(255)
  const planeY = sharedMemory.alloc(lumaBytes + 2 * chromaBytes)
  const picture: Sprite = {
    address: sharedMemory.alloc(64),
    x: 0,
    y: 0,
    width,
    height,
    strideY,
    strideC,
    planeY,
    planeA,
    planeU: planeY + lumaBytes,
    planeV: planeY + lumaBytes + chromaBytes,
    // All alike, so chroma and the rows' own alpha read the same bytes.
    planeAC: planeA,
    spansY: allocFullSpans(sharedMemory, width, height),
    spansC: allocFullSpans(sharedMemory, width / 2, height / 2),
    evenY: planeA,
    evenC: planeA,
  }
  writeSpriteRecord(sharedMemory, picture)
  return picture
}

/** Halves a picture into another that has half its size. */
export function halveOpaquePicture(kernels: KernelFunctions, from: Sprite, into: Sprite): void {
  const { width, height } = into
  kernels.halvePlane(from.planeY, from.strideY, into.planeY, into.strideY, width, height)
  kernels.halvePlane(from.planeU, from.strideC, into.planeU, into.strideC, width / 2, height / 2)
  kernels.halvePlane(from.planeV, from.strideC, into.planeV, into.strideC, width / 2, height / 2)
}

/** Turns a picture clockwise by 90, 180 or 270 degrees into another of fitting size. */
export function turnOpaquePicture(
  kernels: KernelFunctions,
  from: Sprite,
  into: Sprite,
  degrees: number,
): void {
  const planes = [
    [from.planeY, from.strideY, into.planeY, into.strideY, 1],
    [from.planeU, from.strideC, into.planeU, into.strideC, 2],
    [from.planeV, from.strideC, into.planeV, into.strideC, 2],
  ] as const
  for (const [src, stride, dst, dstStride, part] of planes) {
    const width = from.width / part
    const height = from.height / part
    if (degrees === 180) kernels.turnPlaneOver(src, stride, width, height, dst, dstStride)
    else kernels.turnPlane(src, stride, width, height, dst, dstStride, degrees)
  }
}

function allocFullSpans(sharedMemory: SharedMemory, width: number, height: number): number {
  const address = sharedMemory.alloc(height * 8)
  const spans = sharedMemory.words(address, height * 4)
  for (let y = 0; y < height; y++) spans.set([0, 0, width, width], y * 4)
  return address
}
