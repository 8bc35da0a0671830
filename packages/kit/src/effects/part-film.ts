import type { Box } from '../geometry.ts'
import type { SeenShot } from './seen-shot.ts'

/** The place of a text beside the film, and the part of the frame that the film keeps. */
export type Beside = { box: Box; window: Box }

type Standing = { fromSecs: number; toSecs: number; beside?: Beside }

/**
 * The window of each shot, where it has one: what finds no clean place on a shot stands beside it, and so does all else in that
 * shot. Of several windows it has the smallest.
 */
export function partFilm(
  wanted: readonly Standing[],
  shots: readonly Pick<SeenShot, 'startSecs' | 'endSecs'>[],
  isClean: (wanted: number) => boolean,
): (Box | undefined)[] {
  const parted = new Set(wanted.flatMap(({ beside }, i) => (beside && !isClean(i) ? [i] : [])))
  const inShots = shots.map(({ startSecs, endSecs }) =>
    wanted.flatMap(({ fromSecs, toSecs }, i) =>
      startSecs < toSecs && endSecs > fromSecs && wanted[i]?.beside ? [i] : [],
    ),
  )
  // What stands across a cut takes the shots on both sides with it, and these all that stands in them.
  for (let before = -1; before < parted.size; ) {
    before = parted.size
    for (const inShot of inShots) if (inShot.some((i) => parted.has(i))) for (const i of inShot) parted.add(i)
  }
  return inShots.map((inShot) => {
    const windows = inShot.filter((i) => parted.has(i)).flatMap((i) => wanted[i]?.beside?.window ?? [])
    return windows.toSorted((one, other) => one.width * one.height - other.width * other.height)[0]
  })
}
