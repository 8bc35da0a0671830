import { type Box, type Cover, chance, cropToFill, hexToOklch, measureHidden } from '@songreel/kit'

/** One picture that was taken of the cover: which part of it, and the light of its film. */
export type Shot = { crop: Box; film: 'TRUE' | 'WARM' | 'COOL' | 'GREY' | 'PUSHED' }

const NEAR_ZOOM = 1.55
const DETAIL = 0.46
const PLACES = [0, 0.25, 0.5, 0.75, 1]

/** What lies on the table: all of the cover on every print, each on another film. */
export function takePrints(cover: Cover, seed: number): Shot[] {
  const crop = cropToFill(cover, { width: 100, height: 100 })
  const isWarm = chance(seed, 'near') < 0.5
  return [
    { crop, film: 'TRUE' },
    { crop, film: isWarm ? 'WARM' : 'COOL' },
    { crop, film: isDark(cover) ? 'PUSHED' : 'GREY' },
    { crop, film: isWarm ? 'COOL' : 'WARM' },
  ]
}

/** What the film saw: all of the cover, its subject from nearer, and the two details with most to see. */
export function takeShots(cover: Cover, seed: number): Shot[] {
  const square = { width: 100, height: 100 }
  const near = cropToFill(cover, square, NEAR_ZOOM)
  const [first, second] = findDetails(cover)
  const isSwapped = chance(seed, 'details') < 0.5
  return [
    { crop: cropToFill(cover, square), film: 'TRUE' },
    { crop: near, film: chance(seed, 'near') < 0.5 ? 'WARM' : 'COOL' },
    { crop: isSwapped ? second : first, film: isDark(cover) ? 'PUSHED' : 'GREY' },
    { crop: isSwapped ? first : second, film: 'WARM' },
  ]
}

/** Below this lightness, on average, a film without colours is pushed: grey on grey shows nothing. */
const DARK = 0.45

function isDark({ palette }: Cover): boolean {
  const lightness = palette.swatches.reduce(
    (sum, { colour, share }) => sum + share * hexToOklch(colour).lightness,
    0,
  )
  return lightness < DARK
}

/** The two squares with most of what matters that do not show the same. */
function findDetails(cover: Cover): [Box, Box] {
  const { width, height } = cover
  const side = DETAIL * Math.min(width, height)
  const hidden = measureHidden(cover, { width, height })
  const boxes = PLACES.flatMap((across) =>
    PLACES.map((down) => ({
      x: across * (width - side),
      y: down * (height - side),
      width: side,
      height: side,
    })),
  )
  const ranked = boxes.map((box) => ({ box, weight: hidden(box) })).sort((a, b) => b.weight - a.weight)
  const [best = { box: { x: 0, y: 0, width: side, height: side } }] = ranked
  const other = ranked.find(({ box }) => Math.hypot(box.x - best.box.x, box.y - best.box.y) > 0.7 * side)
  return [best.box, other?.box ?? best.box]
}
