import { parseHex } from '../paint/colour.ts'
import type { FontStyle } from '../paint/font-families.ts'
import { hasLetters, listImageNames } from './check-lottie.ts'
import { isInside } from './image-size.ts'
import { findTextSlot, listPaints } from './list-slots.ts'
import {
  findTextDocument,
  isRecord,
  type Json,
  LAYER,
  type Lottie,
  listImages,
  listLottieLayers,
  listNames,
  readRecord,
  readRecords,
} from './lottie-file.ts'
import { drawTextPicture } from './text-picture.ts'

/** Draws a picture of this size, as a data URL. */
export type DrawImage = (size: { width: number; height: number }) => string

/** What an animation is filled with, by the names of its slots, layers, fills and pictures. */
export type LottieFilling = {
  text: ReadonlyMap<string, string>
  /** `#rrggbb` */
  colour: ReadonlyMap<string, string>
  image: ReadonlyMap<string, DrawImage>
  font: FontStyle
  /** Pixels a unit of the animation: texts and pictures are drawn so fine. */
  density: number
}

/**
 * The animation with its slots filled, ready to be played. Texts whose letters are not in the file become pictures, so
 * that no font of the machine is ever asked for; pictures that are not in the file are left empty.
 */
export function fillLottie(source: Lottie, filling: LottieFilling): string {
  const lottie = structuredClone(source)
  const texts: Json[] = []
  for (const asset of listImages(lottie)) fillImage(lottie, asset, filling)
  for (const layer of listLottieLayers(lottie)) {
    fillColours(layer, filling)
    if (layer.ty === LAYER.text)
      texts.push(...fillText(lottie, layer, { filling, id: `text-${texts.length}` }))
  }
  fillSlots(lottie, filling)
  lottie.assets = [...(lottie.assets ?? []), ...texts]
  return JSON.stringify(lottie)
}

/** A picture of one clear pixel. */
const NOTHING =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAABHNCSVQICAgIfAhkiAAAAAFzUkdCAK7OHOkAAAALSURBVAiZY2AAAgAABQABYlUyiAAAAABJRU5ErkJggg=='
const MOST_IMAGE_PX = 2048

function fillImage(lottie: Lottie, asset: Json, { image, density }: LottieFilling): void {
  const name = listImageNames(lottie, asset).find((each) => image.has(each))
  const draw = name === undefined ? undefined : image.get(name)
  const [width, height] = [readSide(asset.w) ?? lottie.w, readSide(asset.h) ?? lottie.h]
  if (draw) {
    const scale = Math.min(density, MOST_IMAGE_PX / Math.max(width, height))
    asset.p = draw({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    })
  } else if (!isInside(String(asset.p))) asset.p = NOTHING
  Object.assign(asset, { w: width, h: height, u: '', e: 1 })
  delete asset.sid
}

function readSide(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 && value <= 8192 ? value : undefined
}

function fillColours(layer: Json, { colour }: LottieFilling): void {
  const own = findIn(colour, layer.nm)
  if (layer.ty === LAYER.solid && own) layer.sc = own
  for (const paint of listPaints(layer)) {
    const wished = findIn(colour, readRecord(paint.c)?.sid, paint.nm) ?? own
    if (wished) paint.c = still(wished)
  }
}

function findIn<T>(map: ReadonlyMap<string, T>, ...names: readonly unknown[]): T | undefined {
  const name = listNames(...names).find((each) => map.has(each))
  return name === undefined ? undefined : map.get(name)
}

/** A colour that never changes, as Lottie writes it. */
function still(hex: string): Json {
  return { a: 0, k: [...parseHex(hex).map((value) => value / 255), 1] }
}

/** Gradients, strokes of text and whatever else names a slot find its value there. */
function fillSlots(lottie: Lottie, { colour }: LottieFilling): void {
  const slots = readRecord(lottie.slots)
  for (const [name, slot] of Object.entries(slots ?? {})) {
    const wished = colour.get(name)
    const k = readRecord(readRecord(slot)?.p)?.k
    const isColour = Array.isArray(k) && (k.length === 3 || k.length === 4)
    if (isRecord(slot) && wished && isColour) slot.p = still(wished)
  }
}

/** Makes a text a picture in its place; what it needs as an asset comes back. */
function fillText(
  lottie: Lottie,
  layer: Json,
  { filling, id }: { filling: LottieFilling; id: string },
): Json[] {
  const document = findTextDocument(layer)
  const wished = findIn(filling.text, findTextSlot(layer), layer.nm)
  if (wished === undefined && document && hasLetters(lottie, layer)) return []
  const colour = findIn(filling.colour, layer.nm)
  const text = wished ?? String(document?.t ?? '')
  const { font, density } = filling
  const picture = document && drawTextPicture(document, { text, font, colour, density })
  Object.assign(layer, { ty: LAYER.image, refId: id })
  delete layer.t
  if (!picture) return [{ id, w: 1, h: 1, u: '', p: NOTHING, e: 1 }]
  shiftLayer(layer, -picture.x, -picture.y)
  return [{ id, w: picture.width, h: picture.height, u: '', p: picture.url, e: 1 }]
}

/** A picture begins at its corner, a text on its first line: what is measured by the layer's own origin moves. */
function shiftLayer(layer: Json, x: number, y: number): void {
  const transform = readRecord(layer.ks) ?? {}
  const anchor = readRecord(transform.a) ?? { a: 0, k: [0, 0, 0] }
  layer.ks = { ...transform, a: shiftProperty(anchor, x, y) }
  for (const mask of readRecords(layer.masksProperties)) {
    const path = readRecord(mask.pt)
    if (path) mask.pt = shiftPath(path, x, y)
  }
}

function shiftProperty(property: Json, x: number, y: number): Json {
  const shift = (value: unknown) =>
    isNumbers(value) ? [(value[0] ?? 0) + x, (value[1] ?? 0) + y, ...value.slice(2)] : value
  if (isNumbers(property.k)) return { ...property, k: shift(property.k) }
  const keys = readRecords(property.k).map((key) => ({
    ...key,
    s: shift(key.s),
    ...('e' in key && { e: shift(key.e) }),
  }))
  return { ...property, k: keys }
}

function shiftPath(path: Json, x: number, y: number): Json {
  const shift = (shape: unknown): unknown => {
    if (Array.isArray(shape)) return shape.map(shift)
    if (!isRecord(shape) || !Array.isArray(shape.v)) return shape
    const v = shape.v.map((point) => (isNumbers(point) ? [(point[0] ?? 0) + x, (point[1] ?? 0) + y] : point))
    return { ...shape, v }
  }
  if (isRecord(path.k)) return { ...path, k: shift(path.k) }
  const keys = readRecords(path.k).map((key) => ({
    ...key,
    s: shift(key.s),
    ...('e' in key && { e: shift(key.e) }),
  }))
  return { ...path, k: keys }
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.length >= 2 && value.every((each) => typeof each === 'number')
}
