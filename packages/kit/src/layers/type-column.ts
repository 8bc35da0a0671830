import { planEntrance } from '../compose/entrance.ts'
import type { Layer } from '../compose/layer.ts'
import { drawText } from '../paint/text.ts'
import type { PlacedText } from '../paint/text-column.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { paint } from './paint.ts'
import { sprite } from './sprite.ts'

/** How the texts of a column look, and what their entrance follows. */
export type TypeColumnProps = {
  audio: AudioTrack
  /** One for each text. */
  colours: readonly string[]
  /** The side from which they grow. Default LEFT. */
  align?: 'LEFT' | 'RIGHT'
  /** The height from which each grows, 0 for its top and 1 for its foot. Default 1. */
  anchorY?: number
}

/** How much smaller a text is before it has come. */
const GROWTH = 0.06

/** Texts that grow into their places one after the other and leave them as they came; they are readable all the time. */
export function typeColumn(texts: readonly PlacedText[], props: TypeColumnProps): Layer[] {
  const { audio, colours, align = 'LEFT', anchorY = 1 } = props
  const awayAt = planEntrance(audio)
  return texts.map(({ box, layout }, order) =>
    sprite(
      paint(box, (ctx) => drawText(ctx, layout, 0, 0, colours[order] ?? '#ffffff')),
      {
        scale: (frame) => 1 - GROWTH * awayAt(frame, order),
        anchor: { x: align === 'RIGHT' ? 1 : 0, y: anchorY },
      },
    ),
  )
}
