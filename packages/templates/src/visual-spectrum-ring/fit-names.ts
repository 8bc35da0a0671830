import {
  type ColumnText,
  type FontStyle,
  fitColumn,
  fitText,
  type TextColumn,
  type TextLayout,
  type TextStyle,
} from '@songreel/kit'

/** What there is to say; each may be empty. */
export type Words = { label: string; title: string; artist: string }

/** How the names are set; sizes are of a short side of 1080. */
export type NamesWish = {
  font: FontStyle
  align: 'LEFT' | 'RIGHT'
  unit: number
  titlePx: number
  /** On how many lines the title may stand. */
  lines: number
}

/** A title on one line is set so if it is at least so large then, in parts of the largest size. */
const ONE_LINE = 0.66
const LABEL_GAP_PX = 22
const LONGEST_CAPITALS = 28

/** A label in spaced capitals, the title in capitals as large as they go, the artist below. */
export function fitNames(words: Words, widthPx: number, wish: NamesWish): TextColumn {
  const one = fitColumn(listTexts(words, { ...wish, lines: 1 }), widthPx)
  if (wish.lines === 1) return one
  const [, title] = one.place(0, 0)
  const isLarge = (title?.layout.sizePx ?? 0) >= ONE_LINE * largest(wish)
  return isLarge ? one : fitColumn(listTexts(words, wish), widthPx)
}

/** Other fonts are wider. */
function largest({ font, titlePx, unit }: NamesWish): number {
  return titlePx * unit * (font === 'CONDENSED' ? 1 : 0.72)
}

function listTexts({ label, title, artist }: Words, wish: NamesWish): ColumnText[] {
  const { font, align, unit, titlePx, lines } = wish
  const common = { font, align } as const
  const text = { ...common, role: 'TEXT', minSizePx: 24 * unit } as const
  return [
    {
      text: label,
      style: styleLabel(label, wish),
      maxHeightPx: 96 * unit,
      gapPx: 0,
    },
    {
      text: title,
      style: {
        ...common,
        role: 'DISPLAY',
        uppercase: true,
        maxSizePx: largest(wish),
        minSizePx: 40 * unit,
        lineHeight: 0.84,
        maxLines: Math.max(2, lines),
      },
      maxHeightPx: 0.82 * titlePx * lines * unit,
      gapPx: LABEL_GAP_PX * unit,
    },
    {
      text: artist,
      style: { ...text, maxSizePx: 72 * unit, maxLines: 1 },
      maxHeightPx: 96 * unit,
      gapPx: 26 * unit,
    },
  ]
}

function styleLabel(label: string, { font, align, unit }: NamesWish): TextStyle {
  const capitals = label.length <= LONGEST_CAPITALS ? ({ uppercase: true, tracking: 0.1 } as const) : {}
  return { font, align, role: 'TEXT', minSizePx: 24 * unit, maxSizePx: 48 * unit, maxLines: 2, ...capitals }
}

/** How a poster's last line is shared, and its largest sizes. */
const LAST_LINE = { artist: 0.6, label: 0.36, artistPx: 58, labelPx: 42, heightPx: 96 }

/** A poster's foot: the title, and below it the artist and, at the other end of the same line, the label. */
export function fitPoster(words: Words, widthPx: number, wish: NamesWish): TextColumn {
  const { unit, align } = wish
  const [, title, artist] = listTexts(words, wish) as [ColumnText, ColumnText, ColumnText]
  const isShared = words.label !== '' && words.artist !== ''
  const fit = (text: string, share: number, style: TextStyle) =>
    fitText(text, { width: (isShared ? share : 1) * widthPx, height: LAST_LINE.heightPx * unit }, style)
  const opposite = align === 'LEFT' ? 'RIGHT' : 'LEFT'
  const label = fit(words.label, LAST_LINE.label, {
    ...styleLabel(words.label, { ...wish, align: isShared ? opposite : align }),
    maxSizePx: LAST_LINE.labelPx * unit,
  })
  const name = fit(words.artist, LAST_LINE.artist, { ...artist.style, maxSizePx: LAST_LINE.artistPx * unit })
  const head = fitColumn([title], widthPx)
  const last = [label, name].filter(({ lines }) => lines.length > 0)
  const baseline = Math.max(0, ...last.map(findBaseline))
  const below = Math.max(0, ...last.map((each) => each.block.bottom - findBaseline(each)))
  const top = head.heightPx + (head.heightPx > 0 && last.length > 0 ? artist.gapPx : 0)
  const place = (layout: TextLayout, x: number, y: number, share: number) => {
    const width = (isShared ? share : 1) * widthPx
    const isAtEnd = isShared && (layout === label) === (align === 'LEFT')
    return {
      layout,
      box: {
        x: isAtEnd ? x + widthPx - width : x,
        y: y + top + baseline - findBaseline(layout),
        width,
        height: layout.block.bottom,
      },
    }
  }
  return {
    heightPx: top + baseline + below,
    inkWidthPx: head.inkWidthPx,
    place: (x, y) => [
      place(label, x, y, LAST_LINE.label),
      ...head.place(x, y),
      place(name, x, y, LAST_LINE.artist),
    ],
  }
}

function findBaseline({ lines }: TextLayout): number {
  return lines.at(-1)?.baseline ?? 0
}
