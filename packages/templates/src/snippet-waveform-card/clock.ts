import {
  type AudioTrack,
  drawText,
  type Frame,
  fitText,
  type Layer,
  type Palette,
  paint,
  paintEach,
  sprite,
} from '@songreel/kit'
import type { CardLayout } from './layout.ts'

/** How much has been played, and how long the snippet is: at the waveform's two ends, or in one line above it. */
export function drawClock(audio: AudioTrack, layout: CardLayout, { muted }: Palette): Layer[] {
  const { clock: box, frame, align } = layout
  const total = formatTime(Math.round(audio.durationSecs))
  const readSecond = ({ secs }: Frame) => Math.floor(secs + 1e-6)
  // Digits of one width, or the time would tremble as it counts.
  const style = { font: 'MONO', role: 'TEXT', maxSizePx: box.height, anchor: 'BOTTOM', maxLines: 1 } as const
  const half = { ...box, width: box.width / 2 }
  const set = (text: string, side: 'LEFT' | 'RIGHT') => fitText(text, half, { ...style, align: side })
  const options = { key: readSecond, bleed: frame.scale(4) }
  if (frame.shape === 'TALL') {
    const place = { ...half, x: align === 'RIGHT' ? box.x + half.width : box.x }
    const read = (at: Frame) => set(`${formatTime(readSecond(at))} / ${total}`, align)
    return [paintEach(place, (ctx, at) => drawText(ctx, read(at), 0, 0, muted), options)]
  }
  const end = paint({ ...half, x: box.x + half.width }, (ctx) =>
    drawText(ctx, set(total, 'RIGHT'), 0, 0, muted),
  )
  const read = (at: Frame) => set(formatTime(readSecond(at)), 'LEFT')
  return [paintEach(half, (ctx, at) => drawText(ctx, read(at), 0, 0, muted), options), sprite(end)]
}

function formatTime(secs: number): string {
  return `${Math.floor(secs / 60)}:${String(secs % 60).padStart(2, '0')}`
}
