import type { Box, FontStyle, PictureView, Size } from '@songreel/kit'
import type { Layout, Words } from './layout.ts'

/** How much a box hides of the subject and of a face, and how busy the picture is behind it, in one view of it; and how much of the subject that view shows. */
export type ViewMeter = {
  view: PictureView
  /** How much of what a crop must not cut is in the frame, and how much of all that stands out. */
  shown: number
  remains: number
  hides(box: Box): number
  hidesFace(box: Box): number
  busy(box: Box): number
}

/** What a poster is planned for, in pixels of the design. */
export type PosterWish = {
  size: Size
  words: Words
  font: FontStyle
  /** The side of the code's plate; absent without a code, or where nobody could scan it. */
  codeSide?: number | undefined
  isUpsideDown: boolean
  /** The ways in which the cover may fill the frame, the usual one first. */
  views: readonly ViewMeter[]
}

/** The poster: its type, and what the picture does beside it. */
export type Poster = {
  layout: Layout
  view: PictureView
  /** Where the picture has no room for type: the part of the frame that shows all of it; the rest is plain. */
  picture?: Box
}
