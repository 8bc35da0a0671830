import type { Box } from '@songreel/kit/core'
import { type LogoWish, type Picture, placeLogo } from '@songreel/kit/input'
import type { Logo } from '../brand/read-logo.ts'
import { dressScene } from '../look/dress-scene.ts'
import { isFree } from '../look/find-logo-room.ts'
import { seeCover, seeLetters, seeSubject } from '../look/measure-covered.ts'
import { planRehearsal, type Rehearsal } from './rehearsal.ts'

/** Where a logo stands in a rehearsal, and whether it keeps clear of type, subject and faces in some frames. */
export type RehearsedLogo = { box: Box; isClear: boolean }

/** A logo of this form, as plain as can be. */
function paintLogo({ width, height }: { width: number; height: number }): Logo {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4)).fill(255)
  const picture: Picture = {
    pixels,
    width,
    height,
    originalWidth: width,
    originalHeight: height,
    hasAlpha: true,
  }
  return { picture, kind: 'PNG', luminance: 1, isOneColour: true }
}

const WISH: LogoWish = { place: 'AUTO', size: 'MEDIUM', opacity: 1, shows: 'ALWAYS' }

/** Finds the place of a logo as a render does, and looks at it once more in other frames; undefined where there is no room. */
export async function rehearseLogo(
  rehearsal: Rehearsal,
  form: { width: number; height: number },
  frameIndexes: readonly number[],
): Promise<RehearsedLogo | undefined> {
  const plan = await planRehearsal(rehearsal)
  const { logo } = await dressScene(plan, { plain: paintLogo(form), wish: WISH })
  if (!logo) return undefined
  const box = placeLogo(plan.size, logo)
  const { letters } = await seeLetters(plan, frameIndexes)
  const covers = await seeSubject(plan, await seeCover(plan, frameIndexes))
  // Half of the air that was asked for: what moves may come nearer, but never touch.
  const sight = { size: plan.size, letters, covers: covers.map(({ seen }) => seen) }
  return { box, isClear: isFree(sight, box, { air: 0.5, isStill: false }) }
}
