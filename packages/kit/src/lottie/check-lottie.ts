import { isInside, readImageSize } from './image-size.ts'
import { type LottieSlots, listSlots } from './list-slots.ts'
import {
  findLength,
  findTextDocument,
  isRecord,
  type Json,
  LAYER,
  LOTTIE_LIMITS,
  type Lottie,
  listImages,
  listLottieLayers,
  listNames,
  readRecord,
  readRecords,
  SOFT_RETURN,
} from './lottie-file.ts'
import { findMost } from './property-bounds.ts'

/** What is told of an animation. */
export type LottieReport = {
  width: number
  height: number
  fps: number
  durationSecs: number
  /** Layers as often as they are shown. */
  layers: number
  slots: LottieSlots
  /** Fonts whose letters are not in the file: such text is set in the font of the look or the brand. */
  missingFonts: string[]
  /** They are not run: what they move stands still. */
  expressions: number
  /** Sentences about what will look otherwise than where it was made. */
  notes: string[]
}

/** A checked animation with its report, or why it is refused, in words for whoever sent it. */
export type CheckedLottie =
  | { lottie: Lottie; report: LottieReport; faults?: undefined }
  | { faults: string[]; lottie?: undefined; report?: undefined }

/** Which pictures will be replaced, by their names: they need not be in the file. */
export type LottieWish = { isBound?: (name: string) => boolean }

/** Checks an animation before anything of it is drawn; nothing in it is run or fetched. */
export function checkLottie(json: unknown, { isBound = () => false }: LottieWish = {}): CheckedLottie {
  const walked = walk(json)
  if (typeof walked === 'string') return { faults: [walked] }
  const fault = checkMeasures(json)
  if (fault) return { faults: [fault] }
  const lottie = json as Lottie
  const shown = countShown(lottie)
  const faults = [
    ...(typeof shown === 'string' ? [shown] : []),
    ...listImages(lottie).flatMap((asset) => checkImage(lottie, asset, isBound)),
  ]
  if (faults.length > 0) return { faults }
  return { lottie, report: describe(lottie, { layers: Number(shown), expressions: walked.expressions }) }
}

/** Follows values inside of values without a call for each, so that depth does no harm. */
function walk(json: unknown): { expressions: number } | string {
  let level: unknown[] = [json]
  let count = 0
  let expressions = 0
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length
    if (depth > LOTTIE_LIMITS.depth) return `is nested deeper than ${LOTTIE_LIMITS.depth} levels`
    if (count > LOTTIE_LIMITS.values) return `holds more than ${LOTTIE_LIMITS.values} values`
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'number' && !(Math.abs(value) <= MOST_NUMBER)) return `has the number ${value}`
      if (typeof value !== 'object' || value === null) continue
      if (isRecord(value) && value.ty === 'sr' && findMost(value.pt) > LOTTIE_LIMITS.points)
        return `has a star of ${findMost(value.pt)} points; at most ${LOTTIE_LIMITS.points} are drawn`
      if (isRecord(value) && typeof value.x === 'string' && ('k' in value || 'a' in value)) expressions++
      for (const each of Object.values(value)) next.push(each)
    }
    level = next
  }
  return { expressions }
}

/** Beyond this no measure, no time and no colour makes sense. */
const MOST_NUMBER = 1e9

function checkMeasures(json: unknown): string | undefined {
  if (!isRecord(json) || !Array.isArray(json.layers)) return 'is no Lottie animation: it has no layers'
  const { w, h, fr, ip, op, layers, assets = [] } = json
  const { sidePx, fps, secs } = LOTTIE_LIMITS
  const isSide = (side: unknown) => typeof side === 'number' && side >= 1 && side <= sidePx
  if (!isSide(w) || !isSide(h)) return `is ${tell(w)}×${tell(h)}; sides of 1 to ${sidePx} pixels are drawn`
  if (typeof fr !== 'number' || !(fr >= 1 && fr <= fps))
    return `has ${tell(fr)} frames a second; 1 to ${fps} are played`
  if (typeof ip !== 'number' || typeof op !== 'number' || !(op > ip)) return 'has no length'
  const length = (op - ip) / fr
  if (length > secs) return `lasts ${Math.round(length)} s; at most ${secs} s are played`
  if (!layers.every(isRecord)) return 'has layers that are none'
  if (!Array.isArray(assets) || !assets.every(isRecord)) return 'has assets that are none'
  if (assets.length > LOTTIE_LIMITS.assets)
    return `has ${assets.length} assets; at most ${LOTTIE_LIMITS.assets} are read`
  const count = listLottieLayers(json as Lottie).length
  if (count > LOTTIE_LIMITS.layers) return `has ${count} layers; at most ${LOTTIE_LIMITS.layers} are drawn`
  return undefined
}

/** A number as it is; for anything else, that it is none. */
function tell(value: unknown): string {
  return typeof value === 'number' ? String(value) : 'no number'
}

/** How many layers are drawn, with those of compositions each time they are shown; or that they never end. */
function countShown({ layers, assets = [] }: Lottie): number | string {
  const compositions = new Map(assets.map((asset) => [asset.id, readRecords(asset.layers)]))
  const counts = new Map<unknown, number>()
  const underway = new Set<unknown>()
  const count = (inside: readonly Json[]): number => {
    let sum = 0
    for (const layer of inside) {
      sum += 1 + (layer.ty === LAYER.precomp ? countOf(layer.refId) : 0)
      if (sum > LOTTIE_LIMITS.shown) return Number.POSITIVE_INFINITY
    }
    return sum
  }
  const countOf = (id: unknown): number => {
    const known = counts.get(id)
    if (known !== undefined) return known
    if (underway.has(id)) return Number.NaN
    underway.add(id)
    const sum = count(compositions.get(id) ?? [])
    underway.delete(id)
    counts.set(id, sum)
    return sum
  }
  const shown = count(layers)
  if (Number.isNaN(shown)) return 'has compositions that contain themselves'
  if (shown > LOTTIE_LIMITS.shown)
    return `shows more than ${LOTTIE_LIMITS.shown} layers, with those of its compositions`
  return shown
}

function checkImage(lottie: Lottie, asset: Json, isBound: (name: string) => boolean): string[] {
  if (listImageNames(lottie, asset).some(isBound)) return []
  const address = String(asset.p)
  const name = String(asset.id ?? address).slice(0, 80)
  if (!isInside(address))
    return [`shows the picture ${name} (${address.slice(0, 80)}), which is not in the file`]
  const size = readImageSize(address)
  if (!size) return [`has the picture ${name}, which is neither a PNG nor a JPEG nor a WebP`]
  if (size.width * size.height > LOTTIE_LIMITS.imagePixels)
    return [`has the picture ${name} of ${size.width}×${size.height} pixels`]
  return []
}

/** What a picture may be called: its own names, and those of the layers that show it. */
export function listImageNames(lottie: Lottie, asset: Json): string[] {
  const shown = listLottieLayers(lottie).filter(({ ty, refId }) => ty === LAYER.image && refId === asset.id)
  return listNames(asset.id, asset.nm, asset.sid, ...shown.map(({ nm }) => nm))
}

function describe(
  lottie: Lottie,
  { layers, expressions }: { layers: number; expressions: number },
): LottieReport {
  const all = listLottieLayers(lottie)
  const texts = all.filter((layer) => layer.ty === LAYER.text && findTextDocument(layer))
  // Letters that are in the file are drawn as they are, and move as they were meant to.
  const foreign = texts.filter((layer) => !hasLetters(lottie, layer))
  const missingFonts = [...new Set(foreign.map(findFont))]
  const animated = foreign.filter((layer) => readRecords(readRecord(layer.t)?.a).length > 0)
  const silent = all.filter(({ ty }) => ty === LAYER.audio || ty === LAYER.video)
  const notes = [
    ...(expressions > 0 ? [`${expressions} expressions are not run: what they move stands still.`] : []),
    ...(missingFonts.length > 0
      ? [`Letters of ${missingFonts.join(', ')} are not in the file: our own or the brand's font is used.`]
      : []),
    ...(animated.length > 0 ? [`Letters that move one by one (${animated.length} texts) move as one.`] : []),
    ...(silent.length > 0 ? ['Sound and films in it are not played.'] : []),
  ]
  return {
    width: lottie.w,
    height: lottie.h,
    ...findLength(lottie),
    layers,
    slots: listSlots(lottie),
    missingFonts,
    expressions,
    notes,
  }
}

function findFont(layer: Json): string {
  return String(findTextDocument(layer)?.f ?? 'an unnamed font').slice(0, 80)
}

/** Whether the shapes of all letters of a text are in the file. */
export function hasLetters(lottie: Lottie, layer: Json): boolean {
  const document = findTextDocument(layer)
  const font = readRecords(readRecord(lottie.fonts)?.list).find(({ fName }) => fName === document?.f)
  if (!document || !font) return false
  const letters = new Set(
    readRecords(lottie.chars)
      .filter(({ fFamily, style }) => fFamily === font.fFamily && style === font.fStyle)
      .map(({ ch }) => ch),
  )
  return [...String(document.t ?? '')].every(
    (letter) => letter.trim() === '' || letter === SOFT_RETURN || letters.has(letter),
  )
}
