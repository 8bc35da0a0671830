import type { Frame } from './frame.ts'
import type { Sprite } from './sprite-layout.ts'
import type { MountedLayer, Stage } from './stage.ts'

/** A sprite that will be drawn opaquely, not turned, with its top left corner at this place. */
export type Covering = { sprite: Sprite; x: number; y: number; scale: number }

/** Tables of the columns that layers above will cover, for one layer; zeros when there are none. */
export type HiddenTables = { y: number; c: number }

/** What is hidden from each layer, and from the picture below them all. */
export type HiddenColumns = { layers: HiddenTables[]; below: HiddenTables }

const NOTHING_HIDDEN: HiddenTables = { y: 0, c: 0 }

/** Goes through the layers from the top and collects, for each, what the layers above it will cover. */
export function createHiddenFinder(
  stage: Stage,
  layers: readonly MountedLayer[],
): (frame: Frame) => HiddenColumns {
  const tables = layers.map((layer) => (layer.cover ? allocTables(stage) : null))
  const before: (Covering | null | undefined)[] = layers.map(() => undefined)
  const hidden: HiddenColumns = { layers: layers.map(() => NOTHING_HIDDEN), below: NOTHING_HIDDEN }

  return (frame) => {
    let above: Tables | null = null
    let hasChanged = false
    for (let i = layers.length - 1; i >= 0; i--) {
      hidden.layers[i] = above ?? NOTHING_HIDDEN
      const own = tables[i]
      if (!own) continue
      const covering = layers[i]!.cover!(frame)
      hasChanged ||= !isSameCovering(covering, before[i])
      before[i] = covering
      // Tables stay as they are while all that lies above does.
      if (hasChanged) fillTables(stage, own, above, covering)
      above = own
    }
    hidden.below = above ?? NOTHING_HIDDEN
    return hidden
  }
}

type Tables = HiddenTables & { rowsY: Int32Array; rowsC: Int32Array }

function allocTables({ heap, size: { height } }: Stage): Tables {
  const y = heap.alloc(height * 4)
  const c = heap.alloc(height * 2)
  return { y, c, rowsY: heap.ints(y, height), rowsC: heap.ints(c, height / 2) }
}

function fillTables(
  { kernels, target }: Stage,
  own: Tables,
  above: Tables | null,
  covering: Covering | null,
): void {
  if (above) {
    own.rowsY.set(above.rowsY)
    own.rowsC.set(above.rowsC)
  } else {
    own.rowsY.fill(0)
    own.rowsC.fill(0)
  }
  if (!covering) return
  const { sprite, x, y, scale } = covering
  kernels.hideBehind(target, sprite.address, x, y, scale, own.y, own.c)
}

function isSameCovering(a: Covering | null, b: Covering | null | undefined): boolean {
  if (!a || !b) return a === b
  return a.sprite === b.sprite && a.x === b.x && a.y === b.y && a.scale === b.scale
}
