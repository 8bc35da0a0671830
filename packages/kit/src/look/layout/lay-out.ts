import type { Box } from '../../geometry.ts'
import type { ResolvedLayer, ResolvedOf, ResolvedStack } from '../resolve-layers.ts'
import type { Place } from '../values.ts'
import { layOutStack } from './lay-out-stack.ts'
import { findRoom, findSize, type Ground, intersect, putInto, readAnchor } from './place-box.ts'
import { type FitText, finishText, type PlacedLayer } from './placed-layer.ts'

/** All layers in their places. */
export type LookLayout = {
  placed: PlacedLayer[]
  /** The layer of this name, wherever it lies. */
  find(id: string): PlacedLayer | undefined
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 }

/** Finds the place of every layer; those that others point at come first. */
export function layOut(layers: readonly ResolvedLayer[], ground: Ground, fit: FitText): LookLayout {
  const owners = new Map<string, number>()
  const note = (layer: ResolvedLayer, owner: number) => {
    if (layer.id !== undefined) owners.set(layer.id, owner)
    if (layer.kind === 'stack') for (const child of layer.children) note(child, owner)
  }
  for (const [index, layer] of layers.entries()) note(layer, index)
  const done = new Map<number, PlacedLayer>()
  const underway = new Set<number>()
  const place = (index: number): PlacedLayer | undefined => {
    const layer = layers[index]
    const known = done.get(index)
    if (known || !layer || underway.has(index)) return known
    underway.add(index)
    const made = placeLayer(layer, ground, { fit, find: (id) => find(id)?.box ?? NOWHERE })
    done.set(index, made)
    return made
  }
  const find = (id: string): PlacedLayer | undefined => {
    const owner = owners.get(id)
    const top = owner === undefined ? undefined : place(owner)
    return top && search(top, id)
  }
  const placed = layers.flatMap((_, index) => place(index) ?? [])
  return { placed, find }
}

function search(placed: PlacedLayer, id: string): PlacedLayer | undefined {
  if (placed.layer.id === id) return placed
  for (const child of placed.children ?? []) {
    const found = search(child, id)
    if (found) return found
  }
  return undefined
}

type Tools = { fit: FitText; find: (id: string) => Box }

function placeLayer(layer: ResolvedLayer, ground: Ground, { fit, find }: Tools): PlacedLayer {
  if (layer.kind === 'glow' && layer.around !== undefined && !layer.place) {
    const box = find(layer.around)
    return { layer, box, ink: box }
  }
  if (!hasPlace(layer)) return { layer, box: ground.frame, ink: ground.frame }
  const place = readPlace(layer)
  const room = findRoom(place, ground, find)
  const anchor = readAnchor(place.anchor, ground.isMirrored)
  if (layer.kind === 'text')
    return placeText(layer, intersect(room, ground.safe), { place, anchor, ground, fit })
  if (layer.kind === 'lyrics') {
    const box = putInto(room, findSize(place, room, ground.unit), anchor)
    const inside = intersect(box, ground.safe)
    return { layer, box: inside, ink: inside }
  }
  if (layer.kind === 'stack') {
    const inside = holdsType(layer) ? intersect(room, ground.safe) : room
    const size = findSize(place, inside, ground.unit)
    return layOutStack(layer, putInto(inside, size, anchor), { anchor, ground, fit })
  }
  const box = putInto(room, findSize(place, room, ground.unit), anchor)
  return { layer, box, ink: box }
}

/** The room that the place of a layer leaves, in which its anchor moves it; undefined for one without a place. */
export function findOwnRoom(
  layer: ResolvedLayer,
  ground: Ground,
  find: (id: string) => Box,
): Box | undefined {
  if (!hasPlace(layer) || (layer.kind === 'glow' && layer.around !== undefined && !layer.place))
    return undefined
  const room = findRoom(readPlace(layer), ground, find)
  const staysSafe =
    layer.kind === 'text' || layer.kind === 'lyrics' || (layer.kind === 'stack' && holdsType(layer))
  return staysSafe ? intersect(room, ground.safe) : room
}

type PlacedKind = Extract<ResolvedLayer, { take?: unknown }>

function hasPlace(layer: ResolvedLayer): layer is PlacedKind {
  const { kind } = layer
  const fills = ['fill', 'backdrop', 'silk', 'sound-rings', 'particles', 'ridges', 'grain']
  return !fills.includes(kind) && !(kind === 'film' && !layer.place)
}

/** Rings and discs are round. */
function readPlace(layer: PlacedKind): Place {
  const place = layer.place ?? {}
  const isRound = layer.kind === 'ring' || (layer.kind === 'picture' && layer.form === 'DISC')
  return isRound ? { ...place, ratio: 1 } : place
}

/** Whether type stands somewhere in a stack. */
function holdsType(stack: ResolvedStack): boolean {
  return stack.children.some(
    (child) =>
      child.kind === 'text' || child.kind === 'lyrics' || (child.kind === 'stack' && holdsType(child)),
  )
}

type TextPlace = { place: Place; anchor: { x: number; y: number }; ground: Ground; fit: FitText }

function placeText(
  layer: ResolvedOf<'text'>,
  room: Box,
  { place, anchor, ground, fit }: TextPlace,
): PlacedLayer {
  const size = findSize(place, room, ground.unit)
  const isFixed = place.height !== undefined
  const fitted = fit(layer, size, isFixed)
  const box = putInto(room, { width: size.width, height: isFixed ? size.height : fitted.height }, anchor)
  return finishText(layer, box, fitted)
}
