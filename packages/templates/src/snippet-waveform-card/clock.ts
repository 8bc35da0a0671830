import { type AudioTrack, drawText, type Frame, fitText, type Layer, paintEach } from '@songreel/kit'
import type { CardLayout } from './layout.ts'

/** How much has been played, and how long the snippet is. */
export function drawClock(
  audio: AudioTrack,
  { clock: box, clockAlign, frame }: CardLayout,
  colour: string,
): Layer {
  const total = formatTime(Math.round(audio.durationSecs))
  const readSecond = ({ secs }: Frame) => Math.floor(secs + 1e-6)
  // Digits of one width, or the time would tremble as it counts.
  const style = { font: 'MONO', role: 'TEXT', maxSizePx: box.height, anchor: 'BOTTOM', maxLines: 1 } as const
  const set = (at: Frame) =>
    fitText(`${formatTime(readSecond(at))} / ${total}`, box, { ...style, align: clockAlign })
  return paintEach(box, (ctx, at) => drawText(ctx, set(at), 0, 0, colour), {
    key: readSecond,
    bleed: frame.scale(4),
  })
}

function formatTime(secs: number): string {
  return `${Math.floor(secs / 60)}:${String(secs % 60).padStart(2, '0')}`
}
