import {
  type FontStyle,
  type Names,
  type PlacedText,
  planFrame,
  planNameColumn,
  type Size,
} from '@songreel/kit'

/** Where the sky ends and what is written into it. */
export type Layout = {
  texts: PlacedText[]
  /** Where the farthest ridge stands, in pixels from the top. */
  horizon: number
  unit: number
  align: 'LEFT' | 'RIGHT'
}

/** Peaks rise above the horizon by up to this part of the shorter side. */
const PEAK_ROOM = 0.1

/** Type stands at the top of the safe box; the land begins below it. */
export function planLayout(size: Size, names: Names, font: FontStyle): Layout {
  const { shape } = planFrame(size)
  const { texts, box, unit, align } = planColumn(size, names, font)
  const below = box.y + box.height + PEAK_ROOM * Math.min(size.width, size.height)
  return {
    texts,
    horizon: Math.max(below, (shape === 'TALL' ? 0.36 : 0.42) * size.height),
    unit,
    align,
  }
}

const LONGEST_CAPITALS = 28

function planColumn(size: Size, names: Names, font: FontStyle) {
  const isShort = names.label.length <= LONGEST_CAPITALS
  return planNameColumn(size, names, {
    font,
    edge: 'TOP',
    maxWidthInHeights: 1.4,
    styles: ({ safe, shape, unit, width }) => {
      const face = font === 'CONDENSED' ? 1.6 : font === 'MONO' ? 1 : 1.2
      const titlePx = (shape === 'WIDE' ? 0.105 : 0.128) * width * face
      const room = (shape === 'TALL' ? 0.4 : 0.46) * safe.height
      return {
        label: {
          maxSizePx: 34 * unit,
          minSizePx: 22 * unit,
          maxLines: 2,
          ...(isShort && { uppercase: true, tracking: 0.12 }),
          maxHeightPx: Math.min(90 * unit, 0.25 * room),
          gapPx: 0,
        },
        title: {
          maxSizePx: titlePx,
          minSizePx: 30 * unit,
          maxLines: 2,
          maxHeightPx: Math.min(2.3 * titlePx, 0.55 * room),
          gapPx: 24 * unit,
        },
        artist: {
          maxSizePx: 44 * unit,
          minSizePx: 22 * unit,
          maxLines: 1,
          maxHeightPx: Math.min(64 * unit, 0.2 * room),
          gapPx: 22 * unit,
        },
      }
    },
  })
}
