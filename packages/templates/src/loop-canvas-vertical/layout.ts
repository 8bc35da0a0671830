import { type Box, type Cover, cropToFill, type Size } from '@songreel/kit'

/** So much of what matters in the cover must be seen; a narrower crop would cut into it. */
const LEAST_SHOWN = 0.7
/** The cover itself takes at least this part of the frame's height, however much of its width is shown. */
const LEAST_HEIGHT = 0.6
const STEPS = 12

/** Where the whole cover lies in the frame, and the area around the frame that is painted. */
export type PicturePlan = { place: Box; area: Box }

/** Fills a tall frame with the cover: as much of it as is needed to show what matters, drawn on above and below. */
export function planPicture(cover: Cover, size: Size, marginPx: number): PicturePlan {
  const ratio = size.width / size.height
  const widest = Math.min(cover.width / cover.height, ratio / LEAST_HEIGHT)
  const tries = Array.from({ length: STEPS + 1 }, (_, i) => ratio + (Math.max(0, widest - ratio) * i) / STEPS)
  const crops = tries.map((each) => cropToFill(cover, { width: each, height: 1 }))
  const crop = crops.find((each) => sumShown(cover, each) >= LEAST_SHOWN) ?? crops.at(-1)
  const shown = crop ?? { x: 0, y: 0, width: cover.width, height: cover.height }
  const scale = size.width / shown.width
  // A little above the middle, where the eye expects it.
  const top = (size.height - shown.height * scale) * 0.46
  return {
    place: {
      x: -shown.x * scale,
      y: top - shown.y * scale,
      width: cover.width * scale,
      height: cover.height * scale,
    },
    area: {
      x: -marginPx,
      y: -marginPx,
      width: size.width + 2 * marginPx,
      height: size.height + 2 * marginPx,
    },
  }
}

/** The share of what matters that lies within a crop. */
function sumShown({ salience, width, height }: Cover, crop: Box): number {
  const { columns, rows, weights } = salience
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    const x = (((i % columns) + 0.5) / columns) * width
    const y = ((Math.floor(i / columns) + 0.5) / rows) * height
    const isShown = x >= crop.x && x < crop.x + crop.width && y >= crop.y && y < crop.y + crop.height
    if (isShown) sum += weights[i] ?? 0
  }
  return sum
}
