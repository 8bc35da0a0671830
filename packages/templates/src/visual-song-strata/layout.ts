import {
  type FontStyle,
  type Names,
  type PlacedText,
  planFrame,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where sky and land stand, and what is written on it. */
export type Layout = {
  texts: PlacedText[]
  align: 'LEFT' | 'RIGHT'
  /** The part of the frame's width that the cover has, and whether that is beside the type. */
  skyLeft: number
  skyWidth: number
  isAside: boolean
  /** Where the farthest ridge stands below the cover, in pixels from the top, and up to where its peaks reach. */
  horizon: number
  ridgeTop: number
  /** How high peaks are at the horizon and at the lower edge. */
  peaks: { far: number; near: number }
  /** Between these the land is calm enough for type. */
  typeTop: number
  typeBottom: number
  unit: number
}

/** In parts of the frame's height: the horizon. */
const HORIZON = { TALL: 0.5415, SQUARE: 0.635, WIDE: 0.7, ASIDE: 0.9 }
/** Above type below the cover there is so much land, of the frame's width and height in equal parts; the cover is the larger for it. */
const ABOVE = 0.05
/** So much of a square cover that is as wide as the frame is sky at most. */
const MOST_SKY = 0.963
/** Of a wide frame's height, how wide the cover is about, and how much air there is between it and the type. */
const ASIDE_SKY = 0.94
const GAP = 0.07
/** From this ratio on, cover and names stand beside each other; a less wide frame would leave the names a strip. */
const BESIDE = 1.7

function findKind(size: Size): keyof typeof HORIZON {
  const { shape } = planFrame(size)
  return shape === 'WIDE' && size.width >= BESIDE * size.height ? 'ASIDE' : shape
}

/** Peaks at the horizon and at the lower edge, of the frame's width and height in equal parts: low ones leave the cover free. */
const PEAKS = { far: 0.052, near: 0.2 }
/** Where ridges usually end, in peaks. */
const USUAL = 0.7

/** The sky above the land, and the names across its foot; in wide frames opposite the cover. */
export function planLayout(size: Size, names: Names, font: FontStyle): Layout {
  const { texts, box, unit, align } = planColumn(size, names, font)
  const kind = findKind(size)
  const mean = (size.width + size.height) / 2
  const isAside = kind === 'ASIDE'
  const typeTop = box.y - 8 * unit
  const lowest = isAside ? 0 : Math.min(typeTop - ABOVE * mean, MOST_SKY * size.width)
  const horizon = Math.max(HORIZON[kind] * size.height, lowest)
  const skyWidth = isAside ? ASIDE_SKY * size.height : size.width
  return {
    texts,
    align,
    skyLeft: isAside && align === 'LEFT' ? size.width - skyWidth : 0,
    skyWidth,
    isAside,
    horizon,
    ridgeTop: horizon - USUAL * PEAKS.far * mean,
    peaks: { far: PEAKS.far * mean, near: PEAKS.near * mean },
    typeTop,
    typeBottom: box.y + box.height,
    unit,
  }
}

/** Of its height, how wide a wide frame's column is at most. */
const MOST_WIDTH = 1.6
const LONGEST_CAPITALS = 28

/** How large a title may be, of the column's width. */
const TITLE = { TALL: 0.2, SQUARE: 0.155, WIDE: 0.13, ASIDE: 0.265 }

/** How much of the safe height the names may take. */
const ROOM = { TALL: 0.34, SQUARE: 0.225, WIDE: 0.26, ASIDE: 0.7 }

/** What a wide frame's column leaves to the cover; a very wide frame has room for both. */
function spareSky(size: Size): number {
  if (findKind(size) !== 'ASIDE') return 0
  const { safe } = planFrame(size)
  const column = Math.min(safe.width, MOST_WIDTH * size.height)
  const sky = (ASIDE_SKY + GAP) * size.height - (size.width - safe.x - safe.width)
  return Math.max(0, column + sky - safe.width)
}

function planColumn(size: Size, names: Names, font: FontStyle) {
  const kind = findKind(size)
  const isShort = names.label.length <= LONGEST_CAPITALS
  return planNameColumn(size, names, {
    font,
    edge: 'FOOT',
    maxWidthInHeights: MOST_WIDTH,
    spare: spareSky(size),
    styles: ({ safe, shape, unit, width }) => {
      const face = font === 'CONDENSED' ? 1.5 : font === 'MONO' ? 0.9 : 1
      const titlePx = TITLE[kind] * width * face
      const room = ROOM[kind] * safe.height
      const isTall = shape === 'TALL'
      return {
        label: {
          maxSizePx: (isTall ? 48 : 40) * unit,
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
          maxSizePx: (isTall ? 64 : 58) * unit,
          minSizePx: 26 * unit,
          maxLines: 1,
          maxHeightPx: Math.min((isTall ? 84 : 76) * unit, 0.22 * room),
          gapPx: 18 * unit,
        },
      }
    },
  })
}
