import { toYuv } from '../compose/colour.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Stage } from '../compose/stage.ts'

/** How a hand sweeps over the frame. */
export type SweepProps = {
  /** How far the hand has come, 0 to 1 of a whole turn clockwise from the top; `isBackwards` turns the other way. */
  turn: Moving<number>
  isBackwards?: boolean
  /** The colours ahead of the hand and behind it, `#rrggbb`. */
  before: Moving<string>
  after: Moving<string>
  /** Where the hand turns, in pixels. */
  x: number
  y: number
}

/** Two colours that fill the frame, parted by a hand that goes around like the leader of a film. */
export function sweep(props: SweepProps): Layer {
  return { kind: 'sweep', mount: (stage) => mountSweep(stage, props) }
}

function mountSweep(
  { kernels, target }: Stage,
  { turn, isBackwards = false, before, after, x, y }: SweepProps,
) {
  return {
    isStill: false,
    fills: true,
    draw: (frame: Frame) => {
      const share = Math.max(0, Math.min(1, valueAt(turn, frame) || 0))
      // Backwards, what is ahead of the hand is what a hand on its way forwards has left behind.
      const [ahead, behind] = isBackwards ? [after, before] : [before, after]
      const angle = 2 * Math.PI * (isBackwards ? 1 - share : share)
      const isPastHalf = angle > Math.PI ? 1 : 0
      // With the hand at the top there is but one colour, and no line where it stands.
      const [first, second] = share === 0 ? [before, before] : share === 1 ? [after, after] : [ahead, behind]
      kernels.fillSweep(
        target,
        x,
        y,
        Math.sin(angle),
        Math.cos(angle),
        isPastHalf,
        pack(valueAt(first, frame)),
        pack(valueAt(second, frame)),
      )
    },
  }
}

function pack(colour: string): number {
  const { y, u, v } = toYuv(colour)
  return y | (u << 8) | (v << 16)
}
