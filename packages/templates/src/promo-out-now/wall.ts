import {
  type AudioTrack,
  accumulate,
  type Box,
  drawText,
  type FontStyle,
  type Frame,
  fitText,
  type Layer,
  paint,
  type Size,
  sprite,
} from '@songreel/kit'
import type { Timing } from './timing.ts'

/** Rows of type over all of a ground, in pixels of the design. */
const ROW_PX = 216
const LETTERS = 0.9
const GAP_PX = 70
/** How far rows run on by themselves in a second, and on every beat. */
const DRIFT_PX = 90
const STEP_PX = 46
/** A longer text would be no pattern. */
const LONGEST = 24

/** What a wall is made of. */
export type WallPlan = {
  size: Size
  unit: number
  text: string
  font: FontStyle
  colour: string
  /** Covers the wall: rows behind it are left out. */
  picture: Box
  timing: Timing
  audio: AudioTrack
}

/** The ground says it, too, again and again, as a wall full of the same bill: its rows run against each other and jerk on the beat. */
export function drawWall({ size, unit, text, font, colour, picture, timing, audio }: WallPlan): Layer[] {
  if (text.length === 0 || text.length > LONGEST) return []
  const room = { width: 4000, height: ROW_PX }
  const style = { font, role: 'DISPLAY', uppercase: true, align: 'LEFT', anchor: 'TOP', maxLines: 1 } as const
  const layout = fitText(text, room, { ...style, maxSizePx: LETTERS * ROW_PX })
  const { ink } = layout
  const period = Math.round(ink.right - ink.left + GAP_PX)
  const drift = accumulate(audio, () => DRIFT_PX)
  const count = Math.ceil(size.height / ROW_PX)
  const start = (size.height - count * ROW_PX) / 2
  const isFullWidth = picture.width > size.width - 1
  return Array.from({ length: count }, (_, row) => start + row * ROW_PX).flatMap((y, row) => {
    const isHidden = isFullWidth && y >= picture.y && y + ROW_PX <= picture.y + picture.height
    if (isHidden) return []
    const width = size.width + 2 * period
    const painting = paint(
      { x: -period, y, width, height: ROW_PX },
      (ctx) => {
        const top = (ROW_PX - (ink.bottom - ink.top)) / 2 - ink.top
        for (let x = (row % 3) * -0.31 * period; x < width; x += period) drawText(ctx, layout, x, top, colour)
      },
      { unit, isTexture: true },
    )
    const way = (frame: Frame) => drift(frame) + STEP_PX * timing.step(frame)
    const sign = row % 2 === 0 ? 1 : -1
    return [sprite(painting, { x: (frame) => Math.round(sign * (way(frame) % period) * unit) })]
  })
}
