import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type PlacedText,
  type Song,
} from '@songreel/kit'

/** Where everything on the back of a box stands, from its upper left corner. */
export type Back = {
  texts: PlacedText[]
  rule: Box
  /** The cover once more, small; none where a title takes its room. */
  art?: Box
}

/** In parts of the box's side. What is near the foot is mirrored by the floor: no type stands there. */
const BACK = { margin: 0.085, rule: 0.004, small: 0.04, title: 0.118, artist: 0.062 }
const GAP = { rule: 0.026, title: 0.05, artist: 0.022, art: 0.045 }
const ART = { most: 0.4, least: 0.2 }

/** The back as records have it: a line of small type above a rule, title and artist below it, and the cover in the far corner. */
export function planBack(
  side: number,
  song: Song,
  { font, kicker }: { font: FontStyle; kicker: string },
): Back {
  const isMirrored = isRightToLeft(song.title || song.artist)
  const margin = BACK.margin * side
  const width = side - 2 * margin
  const base = { font, align: isMirrored ? 'RIGHT' : 'LEFT', anchor: 'TOP' } as const
  const lines = listLines(song, kicker).map((text) => fitColumn([describeLine(text, side, base)], width))
  const line =
    lines.find((set) => set.place(0, 0).every(({ layout }) => !layout.isTruncated)) ?? lines.at(-1)!
  const rule = {
    ...{ x: margin, y: margin + line.heightPx + (line.heightPx > 0 ? GAP.rule * side : 0) },
    ...{ width, height: BACK.rule * side },
  }
  const names = fitColumn(describeNames(song, side, base), width)
  const namesY = rule.y + GAP.title * side
  const room = side - margin - (namesY + names.heightPx + GAP.art * side)
  const art = Math.min(ART.most * side, room)
  const artX = isMirrored ? margin : side - margin - art
  return {
    texts: [...line.place(margin, margin), ...names.place(margin, namesY)],
    rule,
    ...(art >= ART.least * side && { art: { x: artX, y: side - margin - art, width: art, height: art } }),
  }
}

/** What is not said in large type, the best first: what the template was given to say, the album, or the names, as on a spine. */
function listLines({ title, artist, album }: Song, kicker: string): string[] {
  const spine = [artist, title].filter(Boolean).join(' – ')
  const own = [kicker, album === title ? '' : album].filter(Boolean)
  return [...own, spine, artist]
}

type Base = Pick<ColumnText['style'], 'font' | 'align' | 'anchor'>

function describeLine(text: string, side: number, base: Base): ColumnText {
  const sizes = { maxSizePx: BACK.small * side, minSizePx: 0.8 * BACK.small * side }
  return { text, style: { ...base, role: 'TEXT', ...sizes, maxLines: 1 }, maxHeightPx: 0.06 * side, gapPx: 0 }
}

function describeNames({ title, artist }: Song, side: number, base: Base): ColumnText[] {
  return [
    {
      text: title,
      style: {
        ...base,
        ...{ role: 'DISPLAY', maxSizePx: BACK.title * side, minSizePx: 0.3 * BACK.title * side, maxLines: 3 },
      },
      maxHeightPx: 0.36 * side,
      gapPx: 0,
    },
    {
      text: artist,
      style: {
        ...base,
        ...{ role: 'TEXT', maxSizePx: BACK.artist * side, minSizePx: 0.6 * BACK.artist * side, maxLines: 2 },
      },
      maxHeightPx: 0.16 * side,
      gapPx: GAP.artist * side,
    },
  ]
}
