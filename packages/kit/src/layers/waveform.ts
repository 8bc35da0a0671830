import type { Moving } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Box } from '../geometry.ts'
import { resampleLevels } from './levels.ts'
import { paint } from './paint.ts'
import type { PlacementProps } from './placement.ts'
import { wipe } from './wipe.ts'

/** How the waveform looks. */
export type WaveformProps = Omit<PlacementProps, 'rotation'> & {
  /** Peaks from 0 to 1, such as `audio.waveform(96)`; another count is interpolated. */
  peaks: ArrayLike<number>
  /** How many bars. Default the count of peaks. */
  count?: number
  /** How much of it has been played, 0 to 1. */
  progress: Moving<number>
  /** What is still to come, `#rrggbb`. */
  colour: Moving<string>
  /** What has been played, `#rrggbb`. */
  playedColour: Moving<string>
  /** Bar width as a part of the distance between bars. Default 0.6. */
  thickness?: number
  /** Height of a silent bar in pixels. Default the bar's width: a dot. */
  minHeight?: number
  /** Corner radius in pixels. Default half the bar's width. */
  radius?: number
  /** Default MIDDLE. */
  grow?: 'BOTTOM' | 'MIDDLE' | 'TOP'
}

/** The shape of the excerpt's sound, filling up as it plays. Painted once: only the edge moves. */
export function waveform(box: Box, props: WaveformProps): Layer {
  const {
    peaks,
    count = peaks.length,
    progress,
    colour,
    playedColour,
    thickness = 0.6,
    grow = 'MIDDLE',
  } = props
  const pitch = box.width / (count - 1 + thickness)
  const width = pitch * thickness
  const { minHeight = width, radius = width / 2 } = props
  const levels = new Float32Array(count)
  resampleLevels(peaks, levels)
  const form = paint(box, (ctx) => {
    ctx.fillStyle = '#ffffff'
    ctx.beginPath()
    for (const [i, level] of levels.entries()) {
      const height = Math.min(box.height, minHeight + (box.height - minHeight) * level)
      const room = box.height - height
      const top = grow === 'TOP' ? 0 : grow === 'MIDDLE' ? room / 2 : room
      ctx.roundRect(i * pitch, top, width, height, Math.min(radius, width / 2, height / 2))
    }
    ctx.fill()
  })
  const { x, y, scale, opacity, anchor } = props
  const placement = Object.fromEntries(
    Object.entries({ x, y, scale, opacity, anchor }).filter(([, value]) => value !== undefined),
  ) as PlacementProps
  const layer = wipe(form, form, {
    ...placement,
    edge: progress,
    beforeColour: colour,
    afterColour: playedColour,
  })
  return { ...layer, kind: 'waveform' }
}
