import type { Size } from '../geometry.ts'
import { readRecord } from '../lottie/lottie-file.ts'
import type { LookLayer, StackLayer } from './layer-schemas.ts'
import type { Look } from './look-schema.ts'
import type { ShapeName } from './values.ts'

/** A layer as it is in one shape, and where in the look's JSON it stands. */
export type ResolvedLayer = (Exclude<LookLayer, StackLayer> | ResolvedStack) & { path: string }
/** A stack with its children as they are in one shape. */
export type ResolvedStack = Omit<StackLayer, 'children'> & { children: ResolvedLayer[]; path: string }
/** The layer of one kind, resolved. */
export type ResolvedOf<Kind extends LookLayer['kind']> = Extract<ResolvedLayer, { kind: Kind }>

/** Whether a layer with a condition is there. */
export type IsShown = (condition: { field: string; is: unknown }) => boolean

/** The shape of a frame. */
export function findLookShape({ width, height }: Size): ShapeName {
  const ratio = width / height
  if (ratio < 0.7) return 'TALL'
  if (ratio <= 0.9) return 'PORTRAIT'
  return ratio > 1.3 ? 'WIDE' : 'SQUARE'
}

/** The layers of a look that are there in a shape. Animations have their own ratio where their place says none. */
export function resolveLook({ layers, animations = {} }: Look, shape: ShapeName, isShown: IsShown) {
  return resolveLayers(layers, shape, isShown).map((layer): ResolvedLayer => {
    if (layer.kind !== 'lottie' || layer.fit === 'FILL' || layer.place?.ratio !== undefined) return layer
    const { w, h } = readRecord(animations[layer.animation]) ?? {}
    const ratio = Math.min(20, Math.max(0.05, Number(w) / Number(h)))
    return { ...layer, place: { ...layer.place, ratio } }
  })
}

/** The layers that are there in a shape, with what is another there. */
function resolveLayers(
  layers: readonly LookLayer[],
  shape: ShapeName,
  isShown: IsShown,
  base = 'layers',
): ResolvedLayer[] {
  return layers.flatMap((layer, index) => {
    if (layer.shapes && !layer.shapes.includes(shape)) return []
    if (layer.if && !isShown(layer.if)) return []
    const path = `${base}[${index}]`
    const { in: others, ...own } = layer
    const resolved = { ...own, ...others?.[shape], path } as ResolvedLayer
    if (layer.kind !== 'stack') return [resolved]
    const children = resolveLayers(layer.children, shape, isShown, `${path}.children`)
    return [{ ...resolved, children } as ResolvedLayer]
  })
}
