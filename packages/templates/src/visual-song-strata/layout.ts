import {
  type FontStyle,
  type Names,
  type PlacedText,
  planFrame,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where sun and land stand, and what is written on it. */
export type Layout = {
  texts: PlacedText[]
  align: 'LEFT' | 'RIGHT'
  sun: { x: number; y: number; radius: number }
  /** Where the farthest ridge stands, in pixels from the top. */
  horizon: number
  /** Between these the land is calm enough for type. */
  typeTop: number
  typeBottom: number
  unit: number
}

/** In parts of the frame: the horizon, the sun's middle, and of the shorter side its radius. */
const PLACES = {
  TALL: { horizon: 0.5, x: 0.5, y: 0.305, radius: 0.43 },
  SQUARE: { horizon: 0.64, x: 0.5, y: 0.385, radius: 0.345 },
  WIDE: { horizon: 0.65, x: 0.68, y: 0.415, radius: 0.38 },
}

/** The sun above the land, and the names across its foot; in a wide frame the sun stands on the side where they end. */
export function planLayout(size: Size, names: Names, font: FontStyle): Layout {
  const { shape } = planFrame(size)
  const { texts, box, unit, align } = planColumn(size, names, font)
  const { horizon, x, y, radius } = PLACES[shape]
  return {
    texts,
    align,
    sun: {
      x: size.width * (align === 'RIGHT' ? 1 - x : x),
      y: size.height * y,
      radius: Math.min(size.width, size.height) * radius,
    },
    horizon: horizon * size.height,
    typeTop: box.y - 36 * unit,
    typeBottom: box.y + box.height,
    unit,
  }
}

const LONGEST_CAPITALS = 28

function planColumn(size: Size, names: Names, font: FontStyle) {
  const isShort = names.label.length <= LONGEST_CAPITALS
  return planNameColumn(size, names, {
    font,
    edge: 'FOOT',
    maxWidthInHeights: 1.3,
    styles: ({ safe, shape, unit, width }) => {
      const face = font === 'CONDENSED' ? 1.5 : font === 'MONO' ? 0.9 : 1
      const titlePx = (shape === 'WIDE' ? 0.13 : 0.2) * width * face
      const room = (shape === 'TALL' ? 0.3 : 0.27) * safe.height
      return {
        label: {
          maxSizePx: 32 * unit,
          minSizePx: 20 * unit,
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
          maxSizePx: 46 * unit,
          minSizePx: 22 * unit,
          maxLines: 1,
          maxHeightPx: Math.min(60 * unit, 0.2 * room),
          gapPx: 18 * unit,
        },
      }
    },
  })
}
