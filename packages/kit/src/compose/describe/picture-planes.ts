import { SPRITE, TEXTURE } from '../kernels/kernel-layout.ts'

/** What records describe. */
export type PictureKind = 'SPRITE' | 'TEXTURE'

/** A stretch of memory that holds one plane of a picture. */
export type Plane = { address: number; byteCount: number }

/** A picture's measures, and where its planes lie. Spans and the like follow from its alpha. */
export function listPlanes(kind: PictureKind, record: Int32Array): { sizes: number[]; planes: Plane[] } {
  const at = (field: number) => record[field] ?? 0
  return kind === 'SPRITE' ? listSpritePlanes(at) : listTexturePlanes(at)
}

type Fields = (field: number) => number

function listSpritePlanes(at: Fields): { sizes: number[]; planes: Plane[] } {
  const { x, y, width, height, strideY, strideC } = SPRITE
  const lumaBytes = at(strideY) * at(height)
  const chromaBytes = (at(strideC) * at(height)) / 2
  const luma = [SPRITE.planeY, SPRITE.planeA].map((field) => ({ address: at(field), byteCount: lumaBytes }))
  const chroma = [SPRITE.planeU, SPRITE.planeV, SPRITE.planeAC].map((field) => ({
    address: at(field),
    byteCount: chromaBytes,
  }))
  return { sizes: [x, y, width, height, strideY, strideC].map(at), planes: [...luma, ...chroma] }
}

function listTexturePlanes(at: Fields): { sizes: number[]; planes: Plane[] } {
  const { width, height, stride, widthC, heightC, strideC } = TEXTURE
  const chromaBytes = at(strideC) * at(heightC) * 2
  const planes = [
    { address: at(TEXTURE.planeY), byteCount: at(stride) * at(height) * 2 },
    { address: at(TEXTURE.planeU), byteCount: chromaBytes },
    { address: at(TEXTURE.planeV), byteCount: chromaBytes },
  ]
  return {
    sizes: [width, height, stride, widthC, heightC, strideC].map(at),
    planes: planes.filter(({ address }) => address !== 0),
  }
}
