import { createCover } from '@songreel/kit/drawing'
import type { Salience } from '@songreel/kit/input'
import type { ScenePlan } from '../scene/build-scene.ts'
import { type IsTurned, paintPattern, patternPicture, SEEN_CHANGE } from './cover-pattern.ts'
import { type CoverProbe, openProbe, setUpLayers } from './cover-probe.ts'
import { findDrawings } from './find-drawings.ts'
import { PLAIN_CLIPS } from './plain-clips.ts'
import { findWholeSubject } from './whole-subject.ts'

/** The subject, and the rest of a picture; 0 is none of it. */
export const SEEN_PIXELS = { SUBJECT: 2, COVER: 1 } as const

/** What one frame shows of the cover and of a photograph, pixel by pixel. */
export type SeenCover = {
  frameIndex: number
  /** `SEEN_PIXELS`. */
  seen: Uint8Array
  /** The edges of what is drawn: `DRAWN`. */
  drawings: Uint8Array
  /** The frame with the plain pattern in the place of the pictures. */
  plain: Uint8Array
}

/** Finds the pixels in which frames show the pictures, whatever crop or movement brought them there, and what is drawn beside and over them. */
export async function seeCover(plan: ScenePlan, frameIndexes: readonly number[]): Promise<SeenCover[]> {
  const probe = await openPattern(plan, () => () => false)
  const other = await openPattern(plan, () => () => true)
  const covers = frameIndexes.map((frameIndex) => {
    const plain = probe.drawLuma(frameIndex)
    const turned = other.drawLuma(frameIndex)
    const seen = plain.map((luma, i) => (Math.abs(turned[i]! - luma) >= SEEN_CHANGE ? SEEN_PIXELS.COVER : 0))
    return { frameIndex, seen, plain, drawings: findDrawings(plain, turned, plan.size) }
  })
  probe.close()
  other.close()
  return covers
}

/** Finds the subject of the pictures that frames show, with all that belongs to it. */
export async function seeSubject(
  plan: ScenePlan,
  covers: readonly SeenCover[],
  turn: TurnPicture = findWholeSubject,
): Promise<SeenCover[]> {
  const probe = await openPattern(plan, turn)
  const marked = covers.map((cover) => {
    const turned = probe.drawLuma(cover.frameIndex)
    const seen = cover.seen.map((before, i) =>
      Math.abs(turned[i]! - cover.plain[i]!) >= SEEN_CHANGE ? SEEN_PIXELS.SUBJECT : before,
    )
    return { ...cover, seen }
  })
  probe.close()
  return marked
}

/** Says of a picture where its pattern is turned. */
export type TurnPicture = (salience: Salience) => IsTurned

/** A scene that shows the pattern instead of its cover and its photograph, and no clips. */
function openPattern(plan: ScenePlan, turn: TurnPicture): Promise<CoverProbe> {
  const { cover, photo } = plan
  const { width, height } = cover.picture
  const image = paintPattern({ width, height }, turn(cover.salience))
  const shown = photo && { ...photo, picture: patternPicture(photo.picture, turn(photo.salience)) }
  return openProbe({ ...plan, ...(shown && { photo: shown }) }, { image, clips: PLAIN_CLIPS })
}

/** What frames show, as the brightness of their pixels, and in which pixels letters stand in any of them: 1, else 0. */
export type SeenLetters = { lumas: Uint8Array[]; letters: Uint8Array }

/** Lines that have yet to come are faint, but type all the same. */
const LETTER_CHANGE = 3

/** Decoding takes longer than all else: what clips look like is seen in every so manieth frame. */
const CLIPS_EVERY = 6

/** Draws frames with and without their letters: also turned, bent and moving ones are found so. Woven patterns of letters are none. */
export async function seeLetters(plan: ScenePlan, frameIndexes: readonly number[]): Promise<SeenLetters> {
  const { image } = createCover(plan.cover)
  const layers = await setUpLayers(plan, image)
  const whole = await openProbe(plan, { image, layers, clips: PLAIN_CLIPS })
  const bare = await openProbe(plan, {
    image,
    layers,
    clips: PLAIN_CLIPS,
    lettersOff: { has: () => true },
  })
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
  if (plan.clips.length === 0) return { lumas, letters }
  const real = await openProbe(plan, { image, layers })
  const some = frameIndexes.filter((_, i) => i % CLIPS_EVERY === 0)
  const seen = { lumas: some.map((frameIndex) => real.drawLuma(frameIndex)), letters }
  real.close()
  return seen
}
