import {
  findTextDocument,
  type Json,
  LAYER,
  type Lottie,
  listImages,
  listLottieLayers,
  listNames,
  readRecord,
  readRecords,
} from './lottie-file.ts'

/** What of an animation can be filled from outside: names of slots, of layers, of fills and of pictures. */
export type LottieSlots = { text: string[]; colour: string[]; image: string[] }

/** Lists all names by which texts, colours and pictures can be bound. */
export function listSlots(lottie: Lottie): LottieSlots {
  const layers = listLottieLayers(lottie)
  const slots = { text: new Set<string>(), colour: new Set<string>(), image: new Set<string>() }
  const add = (into: Set<string>, ...names: readonly unknown[]) => {
    for (const name of listNames(...names)) into.add(name)
  }
  for (const layer of layers) {
    if (layer.ty === LAYER.text && findTextDocument(layer)) {
      add(slots.text, layer.nm, findTextSlot(layer))
      add(slots.colour, layer.nm)
    }
    if (layer.ty === LAYER.solid) add(slots.colour, layer.nm)
    if (layer.ty === LAYER.image) add(slots.image, layer.nm)
    const paints = listPaints(layer)
    if (paints.length > 0) add(slots.colour, layer.nm)
    for (const paint of paints) add(slots.colour, paint.nm, readRecord(paint.c)?.sid)
  }
  for (const asset of listImages(lottie)) add(slots.image, asset.id, asset.nm, asset.sid)
  return { text: [...slots.text], colour: [...slots.colour], image: [...slots.image] }
}

/** The slot that the words of a text layer are bound to. */
export function findTextSlot(layer: Json): unknown {
  return readRecord(readRecord(layer.t)?.d)?.sid
}

/** The plain fills and strokes of a layer's shapes, however deep they lie in groups. */
export function listPaints(layer: Json): Json[] {
  const paints: Json[] = []
  const waiting = [...readRecords(layer.shapes)]
  for (let shape = waiting.pop(); shape; shape = waiting.pop()) {
    if (shape.ty === 'fl' || shape.ty === 'st') paints.push(shape)
    waiting.push(...readRecords(shape.it))
  }
  return paints
}
