import { toYuv } from '../compose/colour.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Stage } from '../compose/stage.ts'

/** How plain discs lie on each other. */
export type DiscsProps = {
  /** The colour of the frame behind all discs, `#rrggbb`. */
  ground: Moving<string>
  /** The colours of the discs, the largest first. */
  colours: Moving<readonly string[]>
  /** Their radii in pixels, in the same order; below 0.5 none is drawn. */
  radii: (frame: Frame) => ArrayLike<number>
  /** Their common middle. */
  x: Moving<number>
  y: Moving<number>
}

/** Plain discs around one middle, which fill the frame: rings of colour that grow and shrink at next to no cost. */
export function discs(props: DiscsProps): Layer {
  return { kind: 'discs', mount: (stage) => mountDiscs(stage, props) }
}

function mountDiscs({ kernels, target, size }: Stage, { ground, colours, radii, x, y }: DiscsProps) {
  return {
    isStill: false,
    fills: true,
    draw: (frame: Frame) => {
      const [middleX, middleY] = [valueAt(x, frame), valueAt(y, frame)]
      const reach = Math.hypot(
        Math.max(middleX, size.width - middleX),
        Math.max(middleY, size.height - middleY),
      )
      const lengths = radii(frame)
      const all = [{ colour: valueAt(ground, frame), radius: reach + 2 }]
      for (const [i, colour] of valueAt(colours, frame).entries()) {
        const radius = lengths[i] ?? 0
        // A disc that covers the whole frame takes the ground's place.
        if (radius >= reach) all[0] = { colour, radius: reach + 2 }
        else if (radius >= 0.5) all.push({ colour, radius })
      }
      for (const [i, { colour, radius }] of all.entries()) {
        const { y: luma, u, v } = toYuv(colour)
        kernels.fillDisc(target, middleX, middleY, radius, all[i + 1]?.radius ?? 0, luma, u, v)
      }
    },
  }
}
