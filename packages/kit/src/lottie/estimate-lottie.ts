import { type Json, LAYER, type Lottie, readRecord, readRecords } from './lottie-file.ts'
import { measureShapes } from './measure-shapes.ts'
import { findMost, findScale } from './property-bounds.ts'

/** What a picture of an animation costs, told before anything of it is drawn. */
export type LottieCost = {
  /** Milliseconds of a Neoverse-N1 for the vectors of one picture, where it fills a frame of 1080×1920. */
  vectorMs: number
  /** The part of the picture that is painted at most, 0 to 1. */
  coverage: number
}

/** Measured over a hundred animations that people use; what is not a share of the picture costs the same at any size. */
const MS = {
  base: 0.5,
  layer: 0.05,
  path: 0.01,
  /** Once for each picture's worth of area. */
  fill: 0.7,
  gradient: 14,
  image: 10,
  /** What is drawn apart before it is seen: mattes, masks, other modes of blending, a whole composition's opacity. */
  apart: 2,
  blur: 150,
}
/** Texts are drawn as pictures, of about this part. */
const TEXT_SHARE = 0.1
/** Drop shadows and blurs, as After Effects numbers them. */
const BLURS = new Set<unknown>([25, 29])
const OPAQUE = 100
/** As deep and as many as animations are taken. */
const MOST_DEPTH = 40
const MOST_LAYERS = 4000

/** Estimates what one picture takes by counting what is in it, with everything as large as it becomes. */
export function estimateLottie({ w, h, layers, assets = [] }: Lottie): LottieCost {
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  const total = { vectorMs: MS.base, painted: 0, left: MOST_LAYERS }

  const addLayer = (layer: Json, outer: number, depth: number): number => {
    const asset = byId.get(layer.refId)
    const scale = outer * findScale(readRecord(layer.ks))
    const { filled, graded, paths } = measureShapes(readRecords(layer.shapes))
    const toShare = (area: number) => Math.min(1, (area * scale ** 2) / (w * h))
    const solid = layer.ty === LAYER.solid ? toShare(findMost(layer.sw) * findMost(layer.sh)) : 0
    const picture = layer.ty === LAYER.image ? toShare(findMost(asset?.w) * findMost(asset?.h)) : 0
    const image = picture + (layer.ty === LAYER.text ? TEXT_SHARE : 0)
    const [plain, gradient] = [toShare(filled) + solid, toShare(graded)]
    total.vectorMs += MS.layer + MS.path * paths + MS.fill * plain + MS.gradient * gradient + MS.image * image
    const inside =
      layer.ty === LAYER.precomp && depth < MOST_DEPTH
        ? addLayers(readRecords(asset?.layers), scale, depth + 1)
        : 0
    const painted = Math.min(1, plain + gradient + image + inside)
    total.vectorMs += painted * (MS.apart * countApart(layer) + MS.blur * countBlurs(layer))
    return painted
  }
  const addLayers = (inside: readonly Json[], outer: number, depth: number): number => {
    let painted = 0
    for (const layer of inside) {
      if (layer.hd === true || total.left-- <= 0) continue
      painted += addLayer(layer, outer, depth)
    }
    return Math.min(1, painted)
  }
  const coverage = addLayers(layers, 1, 0)
  return { vectorMs: total.vectorMs, coverage }
}

/** How often a layer is drawn by itself before it is laid over the others. */
function countApart(layer: Json): number {
  const masks = readRecords(layer.masksProperties).length
  const isBlended = typeof layer.bm === 'number' && layer.bm !== 0
  const opacity = readRecord(layer.ks)?.o
  const isClear = layer.ty !== LAYER.solid && opacity !== undefined && findMost(opacity) < OPAQUE
  return masks + (layer.tt ? 1 : 0) + (isBlended ? 1 : 0) + (isClear ? 1 : 0)
}

function countBlurs(layer: Json): number {
  return readRecords(layer.ef).filter(({ ty, en }) => BLURS.has(ty) && en !== 0).length
}
