import { type Box, isSameBox } from '../geometry.ts'
import type { Frame } from './frame.ts'
import type { MountedLayer, Occluder } from './layer.ts'
import type { Stage } from './stage.ts'

/** Tables of the columns that layers above will cover, for one layer; zeros when there are none. */
export type HiddenTables = { y: number; c: number }

/** What is hidden from each layer, and from the picture below them all; and the lowest layer of which anything is seen, -1 for that picture. */
export type HiddenColumns = { layers: HiddenTables[]; below: HiddenTables; lowestSeen: number }

const NOTHING_HIDDEN: HiddenTables = { y: 0, c: 0 }

/** Goes through the layers from the top and collects, for each, what the layers above it will cover. */
export function createHiddenFinder(
  stage: Stage,
  layers: readonly MountedLayer[],
): (frame: Frame) => HiddenColumns {
  const tables = layers.map((layer) => (layer.occlusion ? allocTables(stage) : null))
  const before: (Occluder | null | undefined)[] = layers.map(() => undefined)
  const hidden: HiddenColumns = {
    layers: layers.map(() => NOTHING_HIDDEN),
    below: NOTHING_HIDDEN,
    lowestSeen: -1,
  }

  return (frame) => {
    let above: Tables | null = null
    let hasChanged = false
    hidden.lowestSeen = -1
    for (let i = layers.length - 1; i >= 0; i--) {
      hidden.layers[i] = above ?? NOTHING_HIDDEN
      const own = tables[i]
      if (!own) continue
      const occluder = layers[i]?.occlusion?.(frame) ?? null
      hasChanged ||= !isSameOccluder(occluder, before[i])
      before[i] = occluder
      // Tables stay as they are while all that lies above does.
      if (hasChanged) fillTables(stage, own, above, occluder)
      if (own.isFull && hidden.lowestSeen === -1) hidden.lowestSeen = i
      above = own
    }
    hidden.below = above ?? NOTHING_HIDDEN
    return hidden
  }
}

/** `isFull`: all columns of all rows are hidden. */
type Tables = HiddenTables & { rowsY: Int32Array; rowsC: Int32Array; isFull: boolean }

function allocTables({ sharedMemory, size: { height } }: Stage): Tables {
  const y = sharedMemory.alloc(height * 4)
  const c = sharedMemory.alloc(height * 2)
  const [rowsY, rowsC] = [sharedMemory.ints(y, height), sharedMemory.ints(c, height / 2)]
  return { y, c, rowsY, rowsC, isFull: false }
}

function fillTables(stage: Stage, own: Tables, above: Tables | null, occluder: Occluder | null): void {
  if (above) {
    own.rowsY.set(above.rowsY)
    own.rowsC.set(above.rowsC)
  } else {
    own.rowsY.fill(0)
    own.rowsC.fill(0)
  }
  if (occluder) hide(stage, own, occluder)
  const { width } = stage.size
  own.isFull = isAllHidden(own.rowsY, width) && isAllHidden(own.rowsC, width / 2)
}

function hide({ kernels, target }: Stage, own: Tables, occluder: Occluder): void {
  if ('box' in occluder) {
    hideBox(own.rowsY, occluder.box, 1)
    hideBox(own.rowsC, occluder.box, 2)
    return
  }
  const { sprite, x, y, scale } = occluder
  kernels.hideBehind(target, sprite.address, x, y, scale, own.y, own.c)
}

function isAllHidden(rows: Int32Array, columns: number): boolean {
  return rows.every((row) => row === columns << 16)
}

/** Columns are hidden in steps of sixteen, as they are drawn; one stretch a row is kept, the longer one. */
function hideBox(rows: Int32Array, { x, y, width, height }: Box, pixels: 1 | 2): void {
  const from = Math.max(0, Math.ceil(x / pixels / 16) * 16)
  const to = Math.floor((x + width) / pixels / 16) * 16
  const last = Math.min(rows.length, Math.floor((y + height) / pixels))
  for (let row = Math.max(0, Math.ceil(y / pixels)); row < last; row++) {
    const hidden = rows[row]!
    if (to - from > (hidden >> 16) - (hidden & 0xffff)) rows[row] = from | (to << 16)
  }
}

function isSameOccluder(a: Occluder | null, b: Occluder | null | undefined): boolean {
  if (!a || !b) return a === b
  if ('box' in a || 'box' in b) return 'box' in a && 'box' in b && isSameBox(a.box, b.box)
  return a.sprite === b.sprite && a.x === b.x && a.y === b.y && a.scale === b.scale
}
