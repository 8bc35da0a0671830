import {
  type AudioTrack,
  drawText,
  ease,
  type Frame,
  fitText,
  type Layer,
  type Palette,
  paint,
  paintEach,
  sprite,
} from '@songreel/render/kit'
import type { CardLayout } from './layout.ts'
import type { Timing } from './timing.ts'

/** Below the waveform: how much has been played, and how long the snippet is. */
export function drawClock(
  audio: AudioTrack,
  { clock: box, frame: { scale } }: CardLayout,
  palette: Palette,
  { presence }: Timing,
): Layer[] {
  const left = { ...box, width: box.width / 2 }
  const right = { ...left, x: box.x + left.width }
  // Digits of one width, or the time would tremble as it counts.
  const style = { font: 'MONO', role: 'TEXT', maxSizePx: box.height, anchor: 'BOTTOM', maxLines: 1 } as const
  const set = (secs: number, align: 'LEFT' | 'RIGHT') => fitText(formatTime(secs), left, { ...style, align })
  const total = set(Math.round(audio.durationSecs), 'RIGHT')
  const secondOf = (frame: Frame) => Math.floor(frame.secs + 1e-6)
  const opacity = (frame: Frame) => ease(frame.secs, 0.3, 0.4) * presence(frame)
  const bleed = scale(4)
  return [
    paintEach(left, (ctx, frame) => drawText(ctx, set(secondOf(frame), 'LEFT'), 0, 0, palette.muted), {
      key: secondOf,
      bleed,
      opacity,
    }),
    sprite(
      paint(right, (ctx) => drawText(ctx, total, 0, 0, palette.muted), { bleed }),
      { opacity },
    ),
  ]
}

function formatTime(secs: number): string {
  return `${Math.floor(secs / 60)}:${String(secs % 60).padStart(2, '0')}`
}
