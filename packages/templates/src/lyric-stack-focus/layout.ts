import {
  type Box,
  type FontStyle,
  type FrameLayout,
  findGaps,
  fitText,
  isRightToLeft,
  type LyricLine,
  type Lyrics,
  placeInside,
  planFrame,
  type Size,
  type Song,
  type TextLayout,
} from '@songreel/kit'

/** A line of the stack, or the sign of an interlude; `top` counts from the top of the whole stack. */
export type Row = {
  /** From when and until when it is the one to look at. */
  startSecs: number
  endSecs: number
  top: number
  height: number
  /** The edge it stands on. */
  side: Side
  /** Absent for an interlude. */
  sung?: { line: LyricLine; text: TextLayout }
}

type Side = 'LEFT' | 'RIGHT'

/** Where everything stands. */
export type StackLayout = {
  frame: FrameLayout
  /** The cover: a picture that fills the foot of a tall frame, else a card. */
  cover: Box
  isPicture: boolean
  /** Whether the title's script begins on the right. */
  isRtl: boolean
  /** The part of the frame that is left to a picture behind all, in fractions of it. */
  seen?: Box
  title: { box: Box; text: TextLayout }
  artist: { box: Box; text: TextLayout }
  /** Where lines may be seen. */
  window: Box
  /** Where the line that is sung begins. */
  focusY: number
  rows: Row[]
  /** What holds type. */
  type: Box[]
  dotPx: number
}

/** In pixels of a frame whose short side is 1080. */
const MEASURES = {
  TALL: { linePx: 118, cover: 0, titlePx: 46, gap: 64, lineGap: 52 },
  SQUARE: { linePx: 92, cover: 176, titlePx: 54, gap: 48, lineGap: 40 },
  WIDE: { linePx: 92, cover: 560, titlePx: 54, gap: 88, lineGap: 42 },
}
const DOT_PX = 30
/** The picture at the foot of a tall frame: where it begins, and how much of it sinks into the ground, of the frame's height. */
const PICTURE = { top: 0.6, fade: 0.075 }
/** A quieter voice behind the first: smaller, and close to its line. */
const BACKGROUND = { size: 0.6, gap: 0.35 }
/** Where two sing, each keeps to a side, and leaves a little of the other's. */
const DUET_WIDTH = 0.88
/** A pause of so many seconds gets a sign of its own. */
const INTERLUDE_SECS = 3.6
/** The line that is sung begins so far down the window; a high one begins higher. */
const FOCUS = 0.26
const FOCUS_OVER = 0.06

/** What the picture says. */
export type StackWords = {
  song: Song
  lyrics: Lyrics | undefined
  font: FontStyle
  durationSecs: number
  /** A film or a photograph fills the frame: the cover is a card in every shape. */
  isOverPicture?: boolean
}

/** Cover and names above the lines, or beside them in a wide frame. */
export function planStack(size: Size, words: StackWords): StackLayout {
  const frame = planFrame(size)
  const { safe, scale, shape } = frame
  const measures = MEASURES[shape]
  const isRtl = isRightToLeft(words.song.title)
  if (words.isOverPicture) return planOver(frame, words, isRtl)
  const cover = scale(measures.cover)
  const head = planNames(frame, words, isRtl)
  const top = shape === 'WIDE' ? safe.y : head.bottom + scale(measures.gap)
  const left = shape === 'WIDE' && !isRtl ? safe.x + cover + scale(measures.gap) : safe.x
  const width = shape === 'WIDE' ? safe.width - cover - scale(measures.gap) : safe.width
  const isPicture = shape === 'TALL'
  const foot = isPicture ? (PICTURE.top + 0.2 * PICTURE.fade) * size.height : safe.y + safe.height
  const window = { x: left, y: top, width, height: foot - top }
  const rows = stackRows(words, {
    window,
    linePx: scale(measures.linePx),
    gap: scale(measures.lineGap),
    scale,
  })
  return {
    frame,
    ...head,
    isPicture,
    isRtl,
    window,
    focusY: window.y + FOCUS * window.height,
    rows,
    type: shape === 'WIDE' ? [window, head.title.box, head.artist.box] : [{ ...safe, height: foot - safe.y }],
    dotPx: scale(DOT_PX),
  }
}

/** Over a picture: the part of the safe box that holds names and lines, the cover, and the type of a line. */
const OVER = {
  TALL: { x: 0, width: 1, y: 0.4, height: 0.6, cover: 150, titlePx: 46, linePx: 104, gap: 44 },
  SQUARE: { x: 0, width: 1, y: 0.36, height: 0.64, cover: 120, titlePx: 40, linePx: 80, gap: 36 },
  WIDE: { x: 0, width: 0.52, y: 0, height: 1, cover: 176, titlePx: 54, linePx: 92, gap: 56 },
}

/** A film or a photograph fills the frame: a small card with the names, the lines below it, and one side left to the picture. */
function planOver(frame: FrameLayout, words: StackWords, isRtl: boolean): StackLayout {
  const { safe, scale, shape, size } = frame
  const over = OVER[shape]
  const side = {
    x: safe.x + (isRtl ? 1 - over.x - over.width : over.x) * safe.width,
    y: safe.y + over.y * safe.height,
    width: over.width * safe.width,
    height: over.height * safe.height,
  }
  const head = planHead(side, words, { cover: scale(over.cover), titlePx: scale(over.titlePx), isRtl })
  const top = head.bottom + scale(over.gap)
  const window = { ...side, y: top, height: side.y + side.height - top }
  const gap = scale(MEASURES[shape].lineGap)
  const rows = stackRows(words, { window, linePx: scale(over.linePx), gap, scale })
  const free = { x: isRtl ? 0 : over.width, y: 0, width: 1 - over.width, height: 1 }
  return {
    frame,
    ...head,
    isPicture: false,
    isRtl,
    seen: shape === 'WIDE' ? free : { x: 0, y: 0, width: 1, height: side.y / size.height },
    window,
    focusY: window.y + FOCUS_OVER * window.height,
    rows,
    type: [head.title.box, head.artist.box, window],
    dotPx: scale(DOT_PX),
  }
}

/** How far down the picture begins, and where all of it is there. */
export function planFade({ size }: FrameLayout): { from: number; to: number } {
  return { from: PICTURE.top * size.height, to: (PICTURE.top + PICTURE.fade) * size.height }
}

/** Around a card at the foot of a tall frame, in pixels of a short side of 1080. */
const SLEEVE = { above: 56, below: 72 }

/** Where the whole cover stands instead of the picture, on the edge that the lines have. */
export function placeSleeve({ frame: { safe, scale, size }, cover, isRtl }: StackLayout, art: Size): Box {
  const height = cover.height - scale(SLEEVE.above + SLEEVE.below)
  const room = { x: safe.x, y: cover.y + scale(SLEEVE.above), width: size.width - 2 * safe.x, height }
  return placeInside(room, art.width / art.height, isRtl ? 1 : 0)
}

type Head = Pick<StackLayout, 'cover' | 'title' | 'artist'> & { bottom: number }

function planNames(frame: FrameLayout, words: StackWords, isRtl: boolean): Head {
  const { shape, scale, safe } = frame
  if (shape === 'WIDE') return planSide(frame, words, isRtl)
  const titlePx = scale(MEASURES[shape].titlePx)
  if (shape === 'SQUARE')
    return planHead(safe, words, { cover: scale(MEASURES.SQUARE.cover), titlePx, isRtl })
  return planLine(frame, words, { titlePx, isRtl })
}

type NamesWish = { titlePx: number; isRtl: boolean }

/** Title and artist on one line: the cover is the picture below. */
function planLine(
  { size, safe }: FrameLayout,
  { song, font }: StackWords,
  { titlePx, isRtl }: NamesWish,
): Head {
  const fit = (text: string, role: 'DISPLAY' | 'TEXT', align: Side, share: number) =>
    fitText(
      text,
      { width: safe.width * share, height: 1.4 * titlePx },
      { font, role, align, maxSizePx: titlePx, minSizePx: titlePx * 0.35, maxLines: 1 },
    )
  const [titleShare, artistShare] = [song.artist ? 0.58 : 1, song.title ? 0.38 : 1]
  const title = fit(song.title, 'DISPLAY', isRtl ? 'RIGHT' : 'LEFT', titleShare)
  const artist = fit(song.artist, 'TEXT', isRtl ? 'LEFT' : 'RIGHT', artistShare)
  const place = (text: TextLayout, share: number, isEnd: boolean) => ({
    box: {
      x: isEnd ? safe.x + safe.width * (1 - share) : safe.x,
      y: safe.y,
      width: safe.width * share,
      height: text.block.bottom,
    },
    text,
  })
  const top = PICTURE.top * size.height
  return {
    cover: { x: 0, y: top, width: size.width, height: size.height - top },
    title: place(title, titleShare, isRtl),
    artist: place(artist, artistShare, !isRtl),
    bottom: safe.y + Math.max(title.block.bottom, artist.block.bottom),
  }
}

/** A small cover with title and artist beside it. */
function planHead(
  safe: Box,
  { song, font }: StackWords,
  { cover, titlePx, isRtl }: NamesWish & { cover: number },
): Head {
  const gap = cover * 0.24
  const width = safe.width - cover - gap
  const x = isRtl ? safe.x : safe.x + cover + gap
  const align = isRtl ? 'RIGHT' : 'LEFT'
  const fit = (text: string, maxSizePx: number, role: 'DISPLAY' | 'TEXT', height: number) =>
    fitText(
      text,
      { width, height },
      { font, role, align, maxSizePx, minSizePx: maxSizePx * 0.4, maxLines: 1 },
    )
  const title = fit(song.title, titlePx, 'DISPLAY', cover * 0.58)
  const artist = fit(song.artist, titlePx * 0.78, 'TEXT', cover * 0.4)
  const between = song.title && song.artist ? cover * 0.1 : 0
  const y = safe.y + (cover - title.block.bottom - between - artist.block.bottom) / 2
  const place = (text: TextLayout, top: number) => ({
    box: { x, y: top, width, height: text.block.bottom },
    text,
  })
  return {
    cover: { x: isRtl ? safe.x + safe.width - cover : safe.x, y: safe.y, width: cover, height: cover },
    title: place(title, y),
    artist: place(artist, y + title.block.bottom + between),
    bottom: safe.y + cover,
  }
}

/** A large cover, title and artist below it. */
function planSide({ safe, scale }: FrameLayout, { song, font }: StackWords, isRtl: boolean): Head {
  const { cover, titlePx } = MEASURES.WIDE
  const side = scale(cover)
  const x = isRtl ? safe.x + safe.width - side : safe.x
  const align = isRtl ? 'RIGHT' : 'LEFT'
  const fit = (text: string, maxSizePx: number, role: 'DISPLAY' | 'TEXT', height: number) =>
    fitText(
      text,
      { width: side, height },
      { font, role, align, maxSizePx, minSizePx: maxSizePx * 0.35, maxLines: 2 },
    )
  const title = fit(song.title, scale(titlePx), 'DISPLAY', scale(150))
  const artist = fit(song.artist, scale(titlePx * 0.72), 'TEXT', scale(84))
  const titleGap = scale(40)
  const artistGap = song.title && song.artist ? scale(16) : 0
  const height = side + titleGap + title.block.bottom + artistGap + artist.block.bottom
  const y = safe.y + (safe.height - height) / 2
  const titleY = y + side + titleGap
  const place = (text: TextLayout, top: number) => ({
    box: { x, y: top, width: side, height: text.block.bottom },
    text,
  })
  return {
    cover: { x, y, width: side, height: side },
    title: place(title, titleY),
    artist: place(artist, titleY + title.block.bottom + artistGap),
    bottom: y + height,
  }
}

type RowPlan = { window: Box; linePx: number; gap: number; scale: (px: number) => number }

/** Sets every line and puts one below the other, with a sign for each long pause before a line. */
function stackRows({ lyrics, song, font, durationSecs }: StackWords, plan: RowPlan): Row[] {
  const { window, linePx, gap } = plan
  const lines = lyrics?.lines ?? []
  if (lines.length === 0) return [titleRow({ song, font, durationSecs }, plan)]
  const agents = [...new Set(lines.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))]
  const fitKept = keepFitted()
  const sung = lines.map((line): Row => {
    const isOther = agents.length > 1 && line.agent !== undefined && agents.indexOf(line.agent) % 2 === 1
    const side = isOther === isRightToLeft(line.text) ? 'LEFT' : 'RIGHT'
    const maxSizePx = line.isBackground ? linePx * BACKGROUND.size : linePx
    const box = {
      width: window.width * (agents.length > 1 ? DUET_WIDTH : 1),
      height: window.height * (line.isBackground ? 0.3 : 0.66),
    }
    const minSizePx = Math.min(maxSizePx, linePx * 0.34)
    const text = fitKept(line.text, box, { font, role: 'DISPLAY', align: side, maxSizePx, minSizePx })
    const { startSecs, endSecs } = line
    return { startSecs, endSecs, top: 0, height: text.block.bottom, side, sung: { line, text } }
  })
  const pauses = findGaps(lines, { durationSecs, leastSecs: INTERLUDE_SECS })
    // After the last line nothing comes that a sign could announce.
    .filter(({ endSecs }) => endSecs < durationSecs)
    .map(({ startSecs, endSecs }): Row => {
      const next = sung.find((row) => row.startSecs >= endSecs)
      return { startSecs, endSecs, top: 0, height: plan.scale(DOT_PX), side: next?.side ?? 'LEFT' }
    })
  const rows = [...sung, ...pauses].toSorted((a, b) => a.startSecs - b.startSecs)
  let bottom = 0
  return rows.map((row, index) => {
    const air = index === 0 ? 0 : row.sung?.line.isBackground ? gap * BACKGROUND.gap : gap
    const top = bottom + air
    bottom = top + row.height
    return { ...row, top }
  })
}

/** Where nobody sings in the excerpt, the title has the place of the line. */
function titleRow(
  { song, font, durationSecs }: Omit<StackWords, 'lyrics'>,
  { window, linePx }: RowPlan,
): Row {
  const box = { width: window.width, height: window.height * 0.66 }
  const sizes = { maxSizePx: linePx * 1.7, minSizePx: linePx * 0.34 }
  const side = isRightToLeft(song.title) ? 'RIGHT' : 'LEFT'
  const text = fitText(song.title, box, { font, role: 'DISPLAY', align: side, ...sizes })
  const line = { startSecs: 0, endSecs: durationSecs, text: song.title }
  return {
    startSecs: 0,
    endSecs: durationSecs,
    top: 0,
    height: text.block.bottom,
    side,
    sung: { line, text },
  }
}

/** A chorus comes back: what has been set once is set. */
function keepFitted(): typeof fitText {
  const kept = new Map<string, TextLayout>()
  return (text, box, style) => {
    const key = JSON.stringify([text, box.width, style.maxSizePx, style.align])
    const layout = kept.get(key) ?? fitText(text, box, style)
    kept.set(key, layout)
    return layout
  }
}
