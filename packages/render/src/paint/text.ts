import type { FontRole, FontStyle } from './fonts.ts'

/** The space a text may fill, in pixels. */
export type TextBox = { width: number; height: number }

/** How a text looks and how far fitting may go. */
export type TextStyle = {
  font: FontStyle
  role: FontRole
  /** Tried first; the text shrinks from here. */
  maxSizePx: number
  /** Never smaller; below this the text is cut with an ellipsis. Default: a third of `maxSizePx`. */
  minSizePx?: number
  /** Default 3. */
  maxLines?: number
  /** Baseline distance in em. Default: by font and role. */
  lineHeight?: number
  /** START is left for left-to-right text and right for right-to-left text. Default START. */
  align?: 'START' | 'CENTER' | 'END' | 'LEFT' | 'RIGHT'
  /** Where the block stands in a higher box. Default TOP. */
  anchor?: 'TOP' | 'MIDDLE' | 'BOTTOM'
  /** In em; ignored for joined scripts. Default: by font and size. */
  tracking?: number
  /** Capitals where the script has them. Default false. */
  uppercase?: boolean
  /** BCP 47; decides between Chinese and Japanese letter forms and capitals. */
  language?: string
}

/** One line, placed relative to the box's top left corner. */
export type TextLine = { text: string; x: number; baseline: number; width: number }

/** Distances from the box's top left corner, in pixels. */
export type Bounds = { left: number; top: number; right: number; bottom: number }

/** A text that fits its box. */
export type TextLayout = {
  lines: TextLine[]
  sizePx: number
  lineHeightPx: number
  trackingPx: number
  /** For `ctx.font`. */
  fontCss: string
  direction: 'ltr' | 'rtl'
  /** The block: capital top of the first line to descender of the last, never inside the ink. */
  block: Bounds
  /** Where pixels really are. */
  ink: Bounds
  /** True when not even the smallest size held the whole text. */
  isTruncated: boolean
  /** Characters that no font covers; they are left out or replaced in `lines`. */
  uncovered: string[]
}
