import { drawText, type FontStyle, fitText, type TextLayout } from '@songreel/kit'

/** Where a row of a block stands: the layout's own measures times `scale`, moved by `x` and `y`. */
export type Row = { scale: number; x: number; y: number }

/**
 * A text whose rows are all as wide as its room, each in the size that this takes: a wall of words. Rows of a few letters
 * are only as large as type may be, and begin where the script does.
 */
export type Block = {
  text: TextLayout
  rows: readonly Row[]
  heightPx: number
  smallestPx: number
  largestPx: number
  /** True where every row is as wide as the room. */
  isWall: boolean
}

/** In pixels of the design: the room of a block, and the largest type in it. */
export type BlockWish = { font: FontStyle; widthPx: number; heightPx: number; mostPx: number }

/** Sizes at which the text is broken into rows, in parts of the largest. */
const TRIES = [1, 0.86, 0.74, 0.64, 0.55, 0.47, 0.4, 0.34, 0.29, 0.25, 0.2, 0.16, 0.13, 0.1]
const LONG = 60
const SHORT = 28
const MOST_ROWS = 12
/** Between two rows, in parts of the smaller one's size. */
const GAP = 0.16
/** Rows whose sizes differ by more than this do not look like one text. */
const MOST_UNEVEN = 2.6
/** No row is lower than so much of its size: a row of small letters keeps room above itself. */
const LEAST_ASCENT = 0.56

/** Sets a text as large as its room allows. */
export function setBlock(text: string, wish: BlockWish): Block {
  const { font, widthPx, heightPx, mostPx } = wish
  // What is long is never large, and what is short never small.
  const tries = TRIES.slice(text.length > LONG ? 7 : 0, text.length > SHORT ? undefined : 10)
  const blocks = tries.map((share) => {
    const style = {
      font,
      role: 'DISPLAY',
      align: 'START',
      anchor: 'TOP',
      maxLines: MOST_ROWS,
      uppercase: true,
    } as const
    const sizes = { maxSizePx: share * mostPx, minSizePx: 0.15 * share * mostPx }
    return stackRows(
      fitText(text, { width: widthPx, height: 2 * MOST_ROWS * mostPx }, { ...style, ...sizes }),
      wish,
    )
  })
  const fitting = blocks.filter((block) => block.heightPx <= heightPx)
  const even = fitting.filter(({ largestPx, smallestPx }) => largestPx <= MOST_UNEVEN * smallestPx)
  const [best] = [even.filter(({ isWall }) => isWall), even, fitting].filter((list) => list.length > 0)
  if (best) return best.reduce((one, other) => (other.heightPx > one.heightPx ? other : one))
  return shrink(
    blocks.reduce((one, other) => (other.heightPx < one.heightPx ? other : one)),
    wish,
  )
}

function stackRows(text: TextLayout, { widthPx, mostPx }: BlockWish): Block {
  const isRtl = text.type.direction === 'rtl'
  let y = 0
  let smallestPx = mostPx
  let largestPx = 0
  const rows = text.lines.map(({ ink, baseline }, i): Row => {
    const scale = Math.min(widthPx / Math.max(1, ink.right - ink.left), mostPx / text.sizePx)
    const sizePx = scale * text.sizePx
    smallestPx = Math.min(smallestPx, sizePx)
    largestPx = Math.max(largestPx, sizePx)
    const above = Math.max(scale * (baseline - ink.top), LEAST_ASCENT * sizePx)
    y += above + (i > 0 ? GAP * sizePx : 0)
    const row = {
      scale,
      x: isRtl ? widthPx - scale * ink.right : -scale * ink.left,
      y: y - scale * baseline,
    }
    y += scale * Math.max(0, ink.bottom - baseline)
    return row
  })
  return { text, rows, heightPx: y, smallestPx, largestPx, isWall: largestPx < mostPx - 0.5 }
}

/** A text that is too long at any size stands in the same rows, smaller. */
function shrink(block: Block, { widthPx, heightPx }: BlockWish): Block {
  const by = Math.min(1, heightPx / Math.max(1, block.heightPx))
  const isRtl = block.text.type.direction === 'rtl'
  const rows = block.rows.map(({ scale, x, y }) => ({
    scale: scale * by,
    x: isRtl ? widthPx - by * (widthPx - x) : by * x,
    y: y * by,
  }))
  return { ...block, rows, heightPx: by * block.heightPx, smallestPx: by * block.smallestPx }
}

/** Draws a block with its top left corner at (x, y). */
export function drawBlock(
  ctx: Parameters<typeof drawText>[0],
  { text, rows }: Block,
  at: { x: number; y: number; fill: string },
): void {
  for (const [i, { scale, x, y }] of rows.entries()) {
    ctx.save()
    ctx.translate(at.x + x, at.y + y)
    ctx.scale(scale, scale)
    drawText(ctx, { ...text, lines: text.lines.slice(i, i + 1) }, 0, 0, at.fill)
    ctx.restore()
  }
}
