import type { Box } from '../../geometry.ts'
import type { TextLayout } from '../../paint/text.ts'
import type { ResolvedLayer, ResolvedOf } from '../resolve-layers.ts'
import { enclose } from './place-box.ts'

/** A text as it was set: how high it is, and where its ink lies in its box; without words it has no height. */
export type FittedText = { height: number; ink: Box; layout?: TextLayout }

/** Sets a text into a room; `isFixed` keeps the room's height, otherwise it takes what it needs. */
export type FitText = (
  layer: ResolvedOf<'text'>,
  room: { width: number; height: number },
  isFixed: boolean,
) => FittedText

/** A layer that has found its place. */
export type PlacedLayer = {
  layer: ResolvedLayer
  box: Box
  /** Where letters stand, for texts; all of them for a stack; the box for anything else. */
  ink: Box
  layout?: TextLayout
  children?: PlacedLayer[]
}

/** A text in its box. */
export function finishText(layer: ResolvedOf<'text'>, box: Box, { ink, layout }: FittedText): PlacedLayer {
  const placed = { layer, box, ink: { ...ink, x: box.x + ink.x, y: box.y + ink.y } }
  return layout ? { ...placed, layout } : placed
}

/** What stands in a stack: its children that have any size. */
export function encloseInk(children: readonly PlacedLayer[], fallback: Box): Box {
  return (
    enclose(children.map(({ ink }) => ink).filter(({ width, height }) => width > 0 && height > 0)) ?? fallback
  )
}
