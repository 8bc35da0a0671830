import {
  type FontStyle,
  type Names,
  type PlacedText,
  planFrame,
  planNameColumn,
  type Size,
  smoothstep,
} from '@songreel/kit'

/** Where sun and land stand, and what is written on it. */
export type Layout = {
  texts: PlacedText[]
  align: 'LEFT' | 'RIGHT'
  /** The sun's middle across, how high it may stand, and how wide it may be. */
  middle: number
  skyTop: number
  widest: number
  /** Where the farthest ridge stands below the sun, in pixels from the top, and up to where its peaks reach. */
  horizon: number
  ridgeTop: number
  /** The least air between the sun and those peaks; without it, the sun's foot stands in the land. */
  airPx?: number
  /** How much higher than below the sun the farthest ridge stands, from the sun's side to the type's: a wide land is a slope. */
  slope: { px: number; typeSide: 'LEFT' | 'RIGHT' }
  /** How high peaks are at the horizon and at the lower edge. */
  peaks: { far: number; near: number }
  /** Between these the land is calm enough for type. */
  typeTop: number
  typeBottom: number
  unit: number
}

/** In parts of the frame's height: the horizon and where the sky begins for the sun; of the shorter side, how wide the sun may be. */
const PLACES = {
  TALL: { horizon: 0.53, top: 0.075, widest: 0.88 },
  SQUARE: { horizon: 0.62, top: 0.05, widest: 0.86 },
  WIDE: { horizon: 0.69, top: 0.036, widest: 1.2 },
  ASIDE: { horizon: 0.84, top: 0.05, widest: 0.74 },
}
/** A wide land is so much higher below the type than below the sun, of the frame's height, and keeps so much below its sun. */
const SLOPE = 0.38
const AIR = 0.012
/** Between type and sun, of the shorter side. */
const GAP = 0.22
/** From this ratio on, sun and names stand beside each other; a less wide frame would leave the names a strip. */
const BESIDE = 1.7

function findKind(size: Size): keyof typeof PLACES {
  const { shape } = planFrame(size)
  return shape === 'WIDE' && size.width >= BESIDE * size.height ? 'ASIDE' : shape
}

/** Peaks at the horizon and at the lower edge, of the frame's width and height in equal parts: low ones leave the cover free. */
const PEAKS = { far: 0.052, near: 0.16 }
/** Where ridges usually end, and how high they jump at most, in peaks. */
const USUAL = 0.7
export const HIGHEST = 1.15

/** The sun above the land, and the names across its foot; in wide frames opposite the sun. */
export function planLayout(size: Size, names: Names, font: FontStyle): Layout {
  const { texts, box, unit, align } = planColumn(size, names, font)
  const kind = findKind(size)
  const { horizon, top, widest } = PLACES[kind]
  const mean = (size.width + size.height) / 2
  const { safe } = planFrame(size)
  const isAside = kind === 'ASIDE'
  const sunPx = widest * Math.min(size.width, size.height)
  // Opposite the type, on the other edge of what is safe.
  const aside = align === 'LEFT' ? safe.x + safe.width - sunPx / 2 : safe.x + sunPx / 2
  return {
    texts,
    align,
    middle: isAside ? aside : size.width / 2,
    skyTop: top * size.height,
    widest: sunPx,
    horizon: horizon * size.height,
    ridgeTop: horizon * size.height - USUAL * PEAKS.far * mean,
    ...(isAside && { airPx: AIR * size.height }),
    slope: { px: isAside ? SLOPE * size.height : 0, typeSide: align },
    peaks: { far: PEAKS.far * mean, near: PEAKS.near * mean },
    typeTop: box.y - 36 * unit,
    typeBottom: box.y + box.height,
    unit,
  }
}

/** Of its height, how wide a wide frame's column is at most. */
const MOST_WIDTH = 1.6
const LONGEST_CAPITALS = 28

/** How much of the safe height the names may take. */
const ROOM = { TALL: 0.34, SQUARE: 0.28, WIDE: 0.28, ASIDE: 0.6 }

/** What a wide frame's column leaves to the sun; a very wide frame has room for both. */
function spareSun(size: Size): number {
  if (findKind(size) !== 'ASIDE') return 0
  const { safe } = planFrame(size)
  const column = Math.min(safe.width, MOST_WIDTH * size.height)
  return Math.max(0, column + (PLACES.ASIDE.widest + GAP) * size.height - safe.width)
}

function planColumn(size: Size, names: Names, font: FontStyle) {
  const kind = findKind(size)
  const isShort = names.label.length <= LONGEST_CAPITALS
  return planNameColumn(size, names, {
    font,
    edge: 'FOOT',
    maxWidthInHeights: MOST_WIDTH,
    spare: spareSun(size),
    styles: ({ safe, shape, unit, width }) => {
      const face = font === 'CONDENSED' ? 1.5 : font === 'MONO' ? 0.9 : 1
      const titlePx = (kind === 'WIDE' ? 0.13 : 0.2) * width * face
      const room = ROOM[kind] * safe.height
      const isTall = shape === 'TALL'
      return {
        label: {
          maxSizePx: (isTall ? 48 : 36) * unit,
          minSizePx: 22 * unit,
          maxLines: 2,
          ...(isShort && { uppercase: true, tracking: 0.12 }),
          maxHeightPx: Math.min(80 * unit, 0.22 * room),
          gapPx: 0,
        },
        title: {
          maxSizePx: titlePx,
          minSizePx: 30 * unit,
          maxLines: 2,
          uppercase: true,
          maxHeightPx: 0.58 * room,
          gapPx: 20 * unit,
        },
        artist: {
          maxSizePx: (isTall ? 64 : 50) * unit,
          minSizePx: 26 * unit,
          maxLines: 1,
          maxHeightPx: Math.min((isTall ? 84 : 64) * unit, 0.22 * room),
          gapPx: 18 * unit,
        },
      }
    },
  })
}

/** How much higher than below the sun the farthest ridge stands at a place across the frame; the slope ends before the sun. */
export function readSlope(
  { slope: { px, typeSide }, middle, widest }: Layout,
  size: Size,
  x: number,
): number {
  const [across, sunAt] = typeSide === 'LEFT' ? [x, middle] : [size.width - x, size.width - middle]
  const end = sunAt - widest / 2
  return px * (1 - smoothstep(0.46 * end, 0.98 * end, across))
}
