import type { Size } from '../geometry.ts'
import { readRecord } from '../lottie/lottie-file.ts'
import type { LookLayer, StackLayer } from './layer-schemas.ts'
import type { Look } from './look-schema.ts'
import type { ShapeName } from './values.ts'

type PictureLayer = Extract<LookLayer, { kind: 'picture' }>
/** A picture with what it really shows; a logo has its own ratio. */
type ResolvedPicture = PictureLayer & { logoRatio?: number }
/** A layer as it is in one shape, and where in the look's JSON it stands. */
export type ResolvedLayer = (
  | Exclude<LookLayer, StackLayer | PictureLayer>
  | ResolvedPicture
  | ResolvedStack
) & { path: string }
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

/** Which pictures there are besides the cover; a logo with its size where that is known. */
export type Pictures = { photo: boolean; logo: boolean | Size }

/** Whether and how layers are there. */
export type Showing = { shape: ShapeName; isShown: IsShown; pictures: Pictures }

/** The layers of a look that are there in a shape. Animations and logos have their own ratio where their place says none. */
export function resolveLook({ layers, animations = {} }: Look, showing: Showing) {
  return resolveLayers(layers, showing).map((layer): ResolvedLayer => {
    if (layer.kind === 'picture' && layer.logoRatio !== undefined)
      return { ...layer, place: { ratio: layer.logoRatio, ...layer.place } }
    if (layer.kind !== 'lottie' || layer.fit === 'FILL' || layer.place?.ratio !== undefined) return layer
    const { w, h } = readRecord(animations[layer.animation]) ?? {}
    const ratio = Math.min(20, Math.max(0.05, Number(w) / Number(h)))
    return { ...layer, place: { ...layer.place, ratio } }
  })
}

/** The layers that are there in a shape, with what is another there. */
function resolveLayers(layers: readonly LookLayer[], showing: Showing, base = 'layers'): ResolvedLayer[] {
  const { shape, isShown, pictures } = showing
  return layers.flatMap((layer, index) => {
    if (layer.shapes && !layer.shapes.includes(shape)) return []
    if (layer.if && !isShown(layer.if)) return []
    const path = `${base}[${index}]`
    const { in: others, ...own } = layer
    const resolved = { ...own, ...others?.[shape], path } as ResolvedLayer
    if (resolved.kind === 'picture') return resolvePicture(resolved, pictures)
    if (layer.kind !== 'stack') return [resolved]
    const children = resolveLayers(layer.children, showing, `${path}.children`)
    return [{ ...resolved, children } as ResolvedLayer]
  })
}

/** A picture that is not there is left out, unless the cover stands in. Nothing of a logo is cut off. */
function resolvePicture(layer: ResolvedOf<'picture'>, { photo, logo }: Pictures): ResolvedLayer[] {
  const { source = 'COVER', otherwise } = layer
  const isThere = source === 'COVER' || (source === 'ARTIST' ? photo : logo !== false)
  if (!isThere) return otherwise ? [{ ...layer, source: otherwise }] : []
  if (source !== 'LOGO') return [layer]
  const { form: _, radius: __, fade: ___, ...whole } = layer
  if (typeof logo !== 'object') return [whole]
  return [{ ...whole, logoRatio: Math.min(20, Math.max(0.05, logo.width / logo.height)) }]
}

/** Which pictures a look shows besides the cover, in any shape. */
export function listSources(layers: readonly LookLayer[]): Set<'ARTIST' | 'LOGO'> {
  const sources = layers.flatMap((layer) => {
    if (layer.kind === 'stack') return [...listSources(layer.children)]
    if (layer.kind !== 'picture') return []
    return [layer.source, ...Object.values(layer.in ?? {}).map((other) => other?.source)]
  })
  return new Set(sources.filter((source) => source === 'ARTIST' || source === 'LOGO'))
}
