import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Box, Size } from '@songreel/kit/core'
import { createCover } from '@songreel/kit/drawing'
import { findSubject, inFace, type Subject } from '@songreel/kit/input'
import type { ScenePlan } from '../scene/build-scene.ts'
import { type CoverProbe, openProbe, setUpLayers } from './cover-probe.ts'

/** What type and labels hide of the cover's subject in one frame; shares are of what the frame would show of it without them. */
export type Covered = {
  frameIndex: number
  /** 0 to 1. */
  subject: number
  /** Of the face that is hidden most, 0 to 1. */
  face: number
  /** Pixels of the frame in which the subject would be seen, and how much of it is hidden there: 0 to 255. */
  isSubject: Uint8Array
  hidden: Uint8Array
}

/** The probe's pattern: so many squares along the cover's longer side. A blurred cover shows none of it: it is a ground, no picture. */
const SQUARES = 40
const DARK = 56
const BRIGHT = 200
/** The same as four bytes, opaque. */
const DARK_PIXEL = 0xff000000 + DARK * 0x010101
const BRIGHT_PIXEL = 0xff000000 + BRIGHT * 0x010101
/** How far a full change of a square goes, in luma of limited range. */
const FULL_CHANGE = ((BRIGHT - DARK) * 219) / 255
/** A cover that shows less than this of the pattern is so dim or so soft that it is a ground for type. */
const LEAST_SEEN = 0.36
/** A subject that takes less of the frame than this cannot be measured. */
const LEAST_AREA = 0.0004

/**
 * Looks at what is really drawn: the template draws two pictures in the cover's place that differ in the subject only, with and
 * without type. Where they differ, the subject is seen, whatever crop, movement or bend brought it there.
 */
export async function measureCovered(
  plan: ScenePlan,
  frameIndexes: readonly number[],
  subject: Subject = findSubject(plan.cover.salience),
): Promise<Covered[]> {
  const { width, height } = plan.cover.picture
  const cover = { width, height }
  const plain = await openPair(
    plan,
    paintPattern(cover, () => false),
  )
  const whole = await openPair(
    plan,
    paintPattern(cover, (x, y) => isInSubject(subject, x, y)),
  )
  const faces: ProbePair[] = []
  for (const face of subject.faces)
    faces.push(
      await openPair(
        plan,
        paintPattern(cover, (x, y) => inFace(face, x, y)),
      ),
    )
  const found = frameIndexes.map((frameIndex) => {
    const before = plain.draw(frameIndex)
    const seen = compare(before, whole.draw(frameIndex))
    const shares = faces.map((face) => compare(before, face.draw(frameIndex)).share)
    return { frameIndex, ...seen, subject: seen.share, face: Math.max(0, ...shares) }
  })
  for (const pair of [plain, whole, ...faces]) pair.close()
  return found
}

type ProbePair = { draw(frameIndex: number): { all: Uint8Array; bare: Uint8Array }; close(): void }

/** One scene drawn twice, unless letters and the cover are in one painting: then two, one of them without these letters. */
async function openPair(plan: ScenePlan, image: Canvas): Promise<ProbePair> {
  const probe = await openProbe(plan, { image })
  const { mixedLayers } = probe
  const bare: CoverProbe =
    mixedLayers.size > 0 ? await openProbe(plan, { image, lettersOff: mixedLayers }) : probe
  return {
    draw: (frameIndex) => ({ all: probe.drawLuma(frameIndex), bare: bare.drawLuma(frameIndex, 'TYPE') }),
    close: () => {
      probe.close()
      if (bare !== probe) bare.close()
    },
  }
}

type Drawn = ReturnType<ProbePair['draw']>

/** Where the pictures differ without type, and how much less with it. */
function compare(a: Drawn, b: Drawn): { share: number; isSubject: Uint8Array; hidden: Uint8Array } {
  const isSubject = new Uint8Array(a.all.length)
  const hidden = new Uint8Array(a.all.length)
  let area = 0
  let sum = 0
  for (let i = 0; i < a.all.length; i++) {
    const bare = Math.abs(b.bare[i]! - a.bare[i]!)
    if (bare < LEAST_SEEN * FULL_CHANGE) continue
    const seen = Math.abs(b.all[i]! - a.all[i]!)
    const share = Math.max(0, 1 - seen / bare)
    area++
    sum += share
    isSubject[i] = 255
    hidden[i] = Math.round(255 * share)
  }
  return { share: area > LEAST_AREA * a.all.length ? sum / area : 0, isSubject, hidden }
}

function isInSubject({ columns, rows, weights }: Subject, x: number, y: number): boolean {
  return (weights[Math.floor(y * rows) * columns + Math.floor(x * columns)] ?? 0) > 0
}

/** A chequered picture of the cover's size; in some places its squares are the other way round. */
function paintPattern({ width, height }: Size, isTurned: (x: number, y: number) => boolean): Canvas {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  const pixels = new Uint32Array(image.data.buffer)
  const square = Math.max(width, height) / SQUARES
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / square)
    for (let x = 0; x < width; x++) {
      const isOdd = (row + Math.floor(x / square)) % 2 === 1
      const isBright = isOdd !== isTurned((x + 0.5) / width, (y + 0.5) / height)
      pixels[y * width + x] = isBright ? BRIGHT_PIXEL : DARK_PIXEL
    }
  }
  ctx.putImageData(image, 0, 0)
  return canvas
}

/** A frame with what is hidden of the subject in red, and what is seen of it in green; for people to look at. */
export function markCovered({ isSubject, hidden }: Covered, rgb: Uint8Array): Buffer {
  const marked = Buffer.from(rgb)
  for (let i = 0; i < isSubject.length; i++) {
    if (!isSubject[i]) continue
    const share = hidden[i]! / 255
    const mark: Rgb = share > 0.25 ? [255, 30, 30] : [60, 220, 110]
    const amount = share > 0.25 ? 0.7 : 0.22
    for (const axis of [0, 1, 2] as const)
      marked[3 * i + axis] = Math.round(marked[3 * i + axis]! * (1 - amount) + mark[axis] * amount)
  }
  return marked
}

type Rgb = readonly [number, number, number]

/** A subject that is known: ovals in fractions of the picture, some of them faces. */
export function toSubject(ovals: readonly Box[], faces: readonly Box[]): Subject {
  const weights = Float32Array.from({ length: SQUARES * SQUARES }, (_, i) => {
    const across = ((i % SQUARES) + 0.5) / SQUARES
    const down = (Math.floor(i / SQUARES) + 0.5) / SQUARES
    return [...ovals, ...faces].some((oval) => inFace(oval, across, down)) ? 1 : 0
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return {
    columns: SQUARES,
    rows: SQUARES,
    faces,
    weights: weights.map((weight) => weight / Math.max(1, total)),
  }
}

/** What one frame shows of the cover, pixel by pixel: `SEEN_PIXELS`; and the frame with the plain pattern in the cover's place. */
export type SeenCover = { frameIndex: number; seen: Uint8Array; plain: Uint8Array }

/** A face, the rest of the subject, and the rest of the cover; 0 is none of it. */
export const SEEN_PIXELS = { FACE: 3, SUBJECT: 2, COVER: 1 } as const

/** Finds the pixels in which frames show the cover, whatever crop or movement brought it there. */
export async function seeCover(plan: ScenePlan, frameIndexes: readonly number[]): Promise<SeenCover[]> {
  const probe = await openPattern(plan, () => false)
  const bare = frameIndexes.map((frameIndex) => {
    const plain = probe.drawLuma(frameIndex)
    return { frameIndex, seen: new Uint8Array(plain.length), plain }
  })
  probe.close()
  return markTurned(plan, bare, { isTurned: () => true, kind: SEEN_PIXELS.COVER })
}

/** Finds what matters in a cover that frames show. */
export async function seeSubject(plan: ScenePlan, covers: readonly SeenCover[]): Promise<SeenCover[]> {
  const subject = findSubject(plan.cover.salience)
  const isFace: IsTurned = (x, y) => subject.faces.some((face) => inFace(face, x, y))
  const isSubject: IsTurned = (x, y) => isInSubject(subject, x, y) || isFace(x, y)
  const marked = await markTurned(plan, covers, { isTurned: isSubject, kind: SEEN_PIXELS.SUBJECT })
  if (subject.faces.length === 0) return marked
  return markTurned(plan, marked, { isTurned: isFace, kind: SEEN_PIXELS.FACE })
}

type IsTurned = (x: number, y: number) => boolean

function openPattern(plan: ScenePlan, isTurned: IsTurned): Promise<CoverProbe> {
  const { width, height } = plan.cover.picture
  return openProbe(plan, { image: paintPattern({ width, height }, isTurned) })
}

/** Where a part of the pattern that is the other way round changes a frame, that part is seen. */
async function markTurned(
  plan: ScenePlan,
  covers: readonly SeenCover[],
  { isTurned, kind }: { isTurned: IsTurned; kind: number },
): Promise<SeenCover[]> {
  const probe = await openPattern(plan, isTurned)
  const marked = covers.map(({ frameIndex, plain, seen }) => {
    const turned = probe.drawLuma(frameIndex)
    const next = seen.map((before, i) =>
      Math.abs(turned[i]! - plain[i]!) >= LEAST_SEEN * FULL_CHANGE ? kind : before,
    )
    return { frameIndex, plain, seen: next }
  })
  probe.close()
  return marked
}

/** What frames show, as the brightness of their pixels, and in which pixels letters stand in any of them: 1, else 0. */
export type SeenLetters = { lumas: Uint8Array[]; letters: Uint8Array }

/** Lines that have yet to come are faint, but type all the same. */
const LETTER_CHANGE = 3

/** Draws frames with and without their letters: also turned, bent and moving ones are found so. Woven patterns of letters are none. */
export async function seeLetters(plan: ScenePlan, frameIndexes: readonly number[]): Promise<SeenLetters> {
  const { image } = createCover(plan.cover)
  const layers = await setUpLayers(plan, image)
  const whole = await openProbe(plan, { image, layers })
  const bare = await openProbe(plan, { image, layers, lettersOff: { has: () => true } })
  const letters = new Uint8Array(plan.size.width * plan.size.height)
  const lumas = frameIndexes.map((frameIndex) => {
    const luma = whole.drawLuma(frameIndex)
    const without = bare.drawLuma(frameIndex)
    for (let i = 0; i < luma.length; i++)
      if (Math.abs(luma[i]! - without[i]!) >= LETTER_CHANGE) letters[i] = 1
    return luma
  })
  whole.close()
  bare.close()
  return { lumas, letters }
}
