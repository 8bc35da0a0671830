import {
  type Box,
  type Croppable,
  findFigure,
  findSubject,
  fitInCircle,
  measureLost,
  mix,
} from '@songreel/kit'

/** A circle may cut off so much of the subject, and of all that there is to see. */
const MOST_LOST = { subject: 0.05, spread: 0.36 }
/** Between a circle that the cover fills and one that it stands whole in lie so many steps. */
const STEPS = 6

/** The square around the circle of a cover that is shown, in its pixels: as small as keeps the subject; it may reach beyond the cover. */
export function findRound(cover: Croppable): Box {
  const smallest = Math.min(cover.width, cover.height)
  const whole = (2 * cover.width) / fitInCircle(cover.width / cover.height, 1).width
  for (let step = 0; step < STEPS; step++) {
    const round = centre(cover, mix(smallest, whole, step / STEPS))
    const { subject, spread } = measureLost(cover, round, { isRound: true })
    if (subject <= MOST_LOST.subject && spread <= MOST_LOST.spread) return round
  }
  return centre(cover, whole)
}

/** Around the subject, as far as the cover goes on; where it does not, the cover lies in the middle. */
function centre(cover: Croppable, side: number): Box {
  const { salience, width, height } = cover
  const subject = salience && (findFigure({ width, height, salience }) ?? findSubject(salience).box)
  const place = (whole: number, from: number, length: number) => {
    const wished = (from + length / 2) * whole - side / 2
    return side >= whole ? (whole - side) / 2 : Math.min(whole - side, Math.max(0, wished))
  }
  return {
    x: place(cover.width, subject?.x ?? 0, subject?.width ?? 1),
    y: place(cover.height, subject?.y ?? 0, subject?.height ?? 1),
    width: side,
    height: side,
  }
}
