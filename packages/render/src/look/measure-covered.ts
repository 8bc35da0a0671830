import type { Canvas } from '@napi-rs/canvas'
import type { Box } from '@songreel/kit/core'
import { findSubject, inFace, type Subject } from '@songreel/kit/input'
import type { ScenePlan } from '../scene/build-scene.ts'
import { isInSubject, paintPattern, SEEN_CHANGE } from './cover-pattern.ts'
import { type CoverProbe, openProbe } from './cover-probe.ts'

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
    if (bare < SEEN_CHANGE) continue
    const seen = Math.abs(b.all[i]! - a.all[i]!)
    const share = Math.max(0, 1 - seen / bare)
    area++
    sum += share
    isSubject[i] = 255
    hidden[i] = Math.round(255 * share)
  }
  return { share: area > LEAST_AREA * a.all.length ? sum / area : 0, isSubject, hidden }
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

/** Cells along each side of a subject that is known. */
const CELLS = 40

/** A subject that is known: ovals in fractions of the picture, some of them faces. */
export function toSubject(ovals: readonly Box[], faces: readonly Box[]): Subject {
  const weights = Float32Array.from({ length: CELLS * CELLS }, (_, i) => {
    const across = ((i % CELLS) + 0.5) / CELLS
    const down = (Math.floor(i / CELLS) + 0.5) / CELLS
    return [...ovals, ...faces].some((oval) => inFace(oval, across, down)) ? 1 : 0
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return {
    columns: CELLS,
    rows: CELLS,
    faces,
    weights: weights.map((weight) => weight / Math.max(1, total)),
  }
}
