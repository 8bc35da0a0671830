import { type AudioTrack, type FontStyle, type Frame, type Layer, paintEach, type Size } from '@songreel/kit'
import { setFigures } from './figures.ts'
import type { CardLayout } from './layout.ts'

/** How much has been played, and how long the snippet is. */
export function drawClock(
  audio: AudioTrack,
  { clock: box, clockAlign, frame, font }: CardLayout,
  colour: string,
): Layer {
  const total = formatTime(Math.round(audio.durationSecs))
  const readSecond = ({ secs }: Frame) => Math.floor(secs + 1e-6)
  const set = (at: Frame) => fitTime(`${formatTime(readSecond(at))} / ${total}`, box, font)
  return paintEach(
    box,
    (ctx, at) => {
      const time = set(at)
      time.draw(ctx, clockAlign === 'LEFT' ? 0 : box.width - time.width, box.height, colour)
    },
    { key: readSecond, bleed: frame.scale(16) },
  )
}

/** A time as large as its room; one of ten minutes is set smaller. */
function fitTime(text: string, { width, height }: Size, font: FontStyle) {
  const probe = setFigures(text, 100, font)
  return setFigures(text, 100 * Math.min(width / probe.width, height / probe.ascent), font)
}

function formatTime(secs: number): string {
  return `${Math.floor(secs / 60)}:${String(secs % 60).padStart(2, '0')}`
}
