import {
  type Box,
  type Cover,
  drawWhole,
  findKeepingCrop,
  isPlainEnough,
  keepsSubject,
  measurePlainness,
  type Painting,
  paint,
  type RingCircle,
} from '@songreel/kit'

/** From the circle inside the cover to the one around it, in so many steps, each at so many places to either side. */
const STEPS = 8
const SIDEWAYS = [0, -0.5, 0.5, -1, 1]
/** How much the seam weighs where a cover goes on beyond its edge: hardly where that is plain, little in a sky, and most at its foot. */
const SEAM = { plain: 0.15, top: 0.3, side: 1, bottom: 2 }
/** What a cover loses in size and by leaving its middle, beside what is beyond its edges. */
const SMALLER = 0.15
const ASIDE = 0.1

/** The part of a cover that its disc shows: the box around a circle, in the cover's pixels, which may reach beyond its edges. */
export function findDisc(cover: Cover): Box {
  const inside = findKeepingCrop(cover, { width: 1, height: 1 }, { isRound: true })
  if (inside) return inside
  const around = boxAround(cover.width / 2, cover.height / 2, Math.hypot(cover.width, cover.height) / 2)
  return listDiscs(cover).find((disc) => keepsSubject(cover, disc, { isRound: true })) ?? around
}

/** Larger circles, those first that show least of what lies beyond the cover's edges. */
function listDiscs(cover: Cover): Box[] {
  const { width, height } = cover
  const [least, most] = [Math.min(width, height) / 2, Math.hypot(width, height) / 2]
  const plain = measurePlainness(cover.picture)
  const price = (edge: number, busy: number) => (isPlainEnough(edge) ? Math.min(busy, SEAM.plain) : busy)
  const prices = {
    top: price(plain.top, SEAM.top),
    bottom: price(plain.bottom, SEAM.bottom),
    left: price(plain.left, SEAM.side),
    right: price(plain.right, SEAM.side),
  }
  const rate = (x: number, y: number, radius: number) =>
    prices.left * measureSeam(x / radius) +
    prices.right * measureSeam((width - x) / radius) +
    prices.top * measureSeam(y / radius) +
    prices.bottom * measureSeam((height - y) / radius) +
    SMALLER * (radius / least - 1) +
    ASIDE * Math.hypot(x / width - 0.5, y / height - 0.5)
  const radii = Array.from({ length: STEPS }, (_, i) => least + ((most - least) * (i + 1)) / STEPS)
  const discs = radii.flatMap((radius) =>
    SIDEWAYS.flatMap((across) =>
      SIDEWAYS.map((down) => {
        const x = width / 2 + across * Math.abs(width / 2 - radius)
        const y = height / 2 + down * Math.abs(height / 2 - radius)
        return { disc: boxAround(x, y, radius), cost: rate(x, y, radius) }
      }),
    ),
  )
  return discs.sort((one, other) => one.cost - other.cost).map(({ disc }) => disc)
}

/** How long an edge so many radii from a circle's middle is seen in it, of its width. */
function measureSeam(distance: number): number {
  return Math.sqrt(Math.max(0, 1 - distance * distance))
}

function boxAround(x: number, y: number, radius: number): Box {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
}

/** The cover in a circle; beyond its edges it goes on. */
export function paintDisc(cover: Cover, { x, y, radius }: RingCircle): Painting {
  return paint(boxAround(x, y, radius), (ctx, area) => {
    const part = findDisc(cover)
    const scale = area.width / part.width
    const place = {
      x: -part.x * scale,
      y: -part.y * scale,
      width: cover.width * scale,
      height: cover.height * scale,
    }
    ctx.beginPath()
    ctx.arc(radius, radius, radius, 0, 2 * Math.PI)
    ctx.clip()
    drawWhole(ctx, cover, { place, area: { ...area, x: 0, y: 0 } })
  })
}
