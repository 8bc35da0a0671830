import { toExactYuv } from '../compose/colour.ts'
import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import { valueAt } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Stage } from '../compose/stage.ts'
import { extendTexture } from '../compose/texture.ts'
import { createLevelCells, type LevelCells } from './level-cells.ts'

/** The cells of a flow in one frame; `shade` fills the levels. */
export type FlowCells = LevelCells

/** How a flow is shaded and coloured. */
export type FlowProps = {
  /** Fills in the levels of all cells for this frame. A pure function of the frame. */
  shade: (cells: FlowCells, frame: Frame) => void
  /** Two or more `#rrggbb` colours, evenly spread from level 0 to level 1. */
  ramp: Moving<readonly string[]>
  /** Cells along the frame's longer side. Each costs time in every frame. Default 64. */
  cells?: number
}

const RAMP_STEPS = 256
/** What the kernel reads of a step: two samples for each plane, and two of nothing. */
const STEP_WORDS = 8

/**
 * A procedural picture of few levels that fills the frame. It is enlarged first and coloured afterwards, so that the
 * steps of its ramp stay crisp where a `field` would blur them.
 */
export function flow(props: FlowProps): Layer {
  return { kind: 'flow', mount: (stage) => mountFlow(stage, props) }
}

function mountFlow(stage: Stage, { shade, ramp, cells = 64 }: FlowProps) {
  const { sharedMemory, kernels, target, size } = stage
  const levels = createLevelCells(stage, cells, 'FULL')
  const fine = levels.texture
  const steps = sharedMemory.alloc(RAMP_STEPS * STEP_WORDS * 2)
  const stepsView = sharedMemory.words(steps, RAMP_STEPS * STEP_WORDS)
  const stepX = fine.width / size.width
  const stepY = fine.height / size.height
  let filledKey: string | undefined

  return {
    isStill: false,
    fills: true,
    draw: (frame: Frame) => {
      shade(levels.cells, frame)
      levels.enlarge()
      const colours = valueAt(ramp, frame)
      const key = colours.join()
      if (key !== filledKey) fillRamp(stepsView, colours)
      filledKey = key
      kernels.colourLevels(fine.address, steps)
      extendTexture(stage, fine)
      kernels.drawTexture(
        target,
        fine.address,
        0.5 * stepX - 0.5,
        0.5 * stepY - 0.5,
        stepX,
        stepY,
        0,
        FULL_OPACITY,
      )
    },
  }
}

/** The ramp as texture samples: (value - black) * 128. */
function fillRamp(into: Int16Array, colours: readonly string[]): void {
  const stops = colours.map(toExactYuv)
  const last = Math.max(1, stops.length - 1)
  for (let step = 0; step < RAMP_STEPS; step++) {
    const at = (step / (RAMP_STEPS - 1)) * last
    const low = Math.min(last - 1, Math.floor(at))
    const a = stops[low]
    const b = stops[low + 1] ?? a
    if (!a || !b) throw new TypeError('a ramp needs at least one colour')
    const part = at - low
    fillStep(into, step, [
      128 * (a.y + (b.y - a.y) * part - 16),
      128 * (a.u + (b.u - a.u) * part - 128),
      128 * (a.v + (b.v - a.v) * part - 128),
    ])
  }
}

/** Beside its samples a step has those of the next one, which a level is mixed with; the last has its own. */
function fillStep(into: Int16Array, step: number, samples: readonly number[]): void {
  for (const [plane, sample] of samples.entries()) {
    const at = step * STEP_WORDS + 2 * plane
    into[at] = sample
    into[at + 1] = sample
    if (step > 0) into[at - STEP_WORDS + 1] = sample
  }
}
