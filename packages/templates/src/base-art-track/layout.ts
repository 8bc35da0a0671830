import {
  type Box,
  type FontStyle,
  type FrameLayout,
  isRightToLeft,
  planFrame,
  type Size,
} from '@songreel/kit'
import {
  chooseAlign,
  fitCredit,
  fitTitle,
  joinCredits,
  measureHeight,
  type PlacedText,
  stackCredits,
} from './credits.ts'

/** Where everything of the art track stands. */
export type TrackLayout = {
  frame: FrameLayout
  /** The cover; it touches the frame's edge with every side that does not face the wall. */
  cover: Box
  title: PlacedText
  artist: PlacedText
  /** Album and text, in the smallest type. */
  note: PlacedText
  /** How far the song is. */
  line: Box
}

/** What is said about the song. */
export type TrackWords = { title: string; artist: string; note: string; font: FontStyle }

/** Credits beside the cover in a wide frame, below it in the others. */
export function planTrack(size: Size, words: TrackWords): TrackLayout {
  const frame = planFrame(size)
  if (frame.shape === 'WIDE') return planWide(frame, words)
  const measures = UPRIGHT[frame.shape]
  let layout = planUpright(frame, words, measures, measures.covers[0]!)
  for (const part of measures.covers.slice(1)) {
    const { sizePx, lines, isTruncated } = layout.title.layout
    const isSmall = isTruncated || (lines.length > 0 && sizePx < frame.scale(measures.leastTitlePx))
    if (isSmall) layout = planUpright(frame, words, measures, part)
  }
  return layout
}

/** In pixels of a frame whose short side is 1080. */
const LINE_PX = 3
const WIDE = { pad: 88, titlePx: 120, artistPx: 46, notePx: 30, artistGap: 72, titleGap: 44, noteGap: 32 }

type Upright = {
  /** The cover's width and height as parts of the frame's width: the first that leaves the title enough room is taken. */
  covers: readonly { width: number; height: number }[]
  gap: number
  titlePx: number
  leastTitlePx: number
  artistPx: number
  notePx: number
  between: number
  lineGap: number
}

const UPRIGHT: Record<'TALL' | 'SQUARE', Upright> = {
  TALL: {
    // It never leaves a strip beside it: where type needs more room, the cover loses some of its height.
    covers: [1, 0.94, 0.88, 0.82].map((height) => ({ width: 1, height })),
    gap: 64,
    titlePx: 136,
    leastTitlePx: 44,
    artistPx: 52,
    notePx: 34,
    between: 24,
    lineGap: 56,
  },
  SQUARE: {
    covers: [0.74, 0.68, 0.62, 0.56].map((height) => ({ width: 0.74, height })),
    gap: 40,
    titlePx: 92,
    leastTitlePx: 42,
    artistPx: 36,
    notePx: 28,
    between: 18,
    lineGap: 32,
  },
}

/** The artist at the top of the wall, everything else at its foot. */
function planWide(frame: FrameLayout, { title, artist, note, font }: TrackWords): TrackLayout {
  const { size, safe, scale } = frame
  const isMirrored = isRightToLeft(title)
  const width = safe.x + safe.width - size.height - scale(WIDE.pad)
  const x = isMirrored ? safe.x : size.height + scale(WIDE.pad)
  const fitWideTitle = (height: number) => fitTitle(title, { width, height }, font, scale(WIDE.titlePx), 5)
  const type = { font, align: chooseAlign(fitWideTitle(safe.height)) }
  const artistText = fitCredit(artist, { width, height: safe.height * 0.2 }, scale(WIDE.artistPx), type)
  const noteText = fitCredit(note, { width, height: scale(WIDE.notePx) * 4 }, scale(WIDE.notePx), type)
  const noteTop = safe.y + safe.height - measureHeight(noteText)
  const line = placeLine(
    frame,
    { x, width },
    noteTop - (measureHeight(noteText) > 0 ? scale(WIDE.noteGap) : 0),
  )
  const foot = line.y - scale(WIDE.titleGap)
  const titleText = fitWideTitle(foot - safe.y - measureHeight(artistText) - scale(WIDE.artistGap))
  const place = (layout: typeof titleText, y: number): PlacedText => ({
    layout,
    box: { x, y, width, height: measureHeight(layout) },
  })
  return {
    frame,
    cover: { x: isMirrored ? size.width - size.height : 0, y: 0, width: size.height, height: size.height },
    title: place(titleText, foot - measureHeight(titleText)),
    artist: place(artistText, safe.y),
    note: place(noteText, noteTop),
    line,
  }
}

/** Title, credits and line below the cover: hanging from it in a tall frame, standing on the margin in a square one. */
function planUpright(
  frame: FrameLayout,
  words: TrackWords,
  measures: Upright,
  part: Upright['covers'][number],
): TrackLayout {
  const { safe, scale, size, shape } = frame
  const isTall = shape === 'TALL'
  const { x, width } = safe
  // Whole pixels, or the cover's edge would be soft.
  const even = (share: number) => Math.round((size.width * share) / 2) * 2
  const cover = { x: 0, y: 0, width: even(part.width), height: even(part.height) }
  const highest = cover.height + scale(measures.gap)
  const lowest = safe.y + safe.height
  const fit = (height: number) =>
    fitTitle(words.title, { width, height }, words.font, scale(measures.titlePx), 3)
  const type = { font: words.font, align: chooseAlign(fit(safe.height)) }
  const sizes = { artistPx: scale(measures.artistPx), notePx: scale(measures.notePx) }
  const credits = (isTall ? stackCredits : joinCredits)(words, safe, {
    ...sizes,
    ...type,
    between: scale(measures.between),
  })
  const between = credits.height > 0 ? scale(measures.between) : 0
  // In a tall frame the line, which says nothing that could be hidden, goes below the safe box.
  const rest = between + credits.height + (isTall ? 0 : scale(measures.lineGap + LINE_PX))
  const title = fit(lowest - highest - rest)
  const top = isTall ? highest : lowest - rest - measureHeight(title)
  const creditsTop = top + measureHeight(title) + between
  const lower = ({ layout, box }: PlacedText) => ({ layout, box: { ...box, y: box.y + creditsTop } })
  return {
    frame,
    cover: type.align === 'RIGHT' ? { ...cover, x: size.width - cover.width } : cover,
    title: { layout: title, box: { x, y: top, width, height: measureHeight(title) } },
    artist: lower(credits.artist),
    note: lower(credits.note),
    line: isTall
      ? placeLine(frame, { x, width: size.width - 2 * x }, lowest + scale(measures.lineGap))
      : placeLine(frame, { x, width }, top + measureHeight(title) + rest),
  }
}

/** A line on whole pixels that ends at `bottom`. */
function placeLine({ scale }: FrameLayout, { x, width }: { x: number; width: number }, bottom: number): Box {
  const height = Math.max(1, Math.round(scale(LINE_PX)))
  return { x, y: Math.floor(bottom) - height, width, height }
}
