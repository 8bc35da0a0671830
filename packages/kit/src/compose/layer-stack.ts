import { createDirtyRowsFinder, drawDirty, joinRows } from './dirty-rows.ts'
import type { Frame } from './frame.ts'
import { createGround } from './ground.ts'
import { createHiddenFinder } from './hidden-columns.ts'
import type { MountedLayer } from './layer.ts'
import { createSettledFinder } from './settled-layers.ts'
import type { Stage } from './stage.ts'

/** Layers in their order, bottom first, ready to draw. */
export type LayerStack = { draw(frame: Frame): void }

/** Puts mounted layers on top of each other: still ones at the bottom are drawn once, hidden pixels never. */
export function createLayerStack(stage: Stage, layers: readonly MountedLayer[]): LayerStack {
  const firstMoving = layers.findIndex((layer) => !layer.isStill)
  const stillCount = firstMoving === -1 ? layers.length : firstMoving
  const moving = layers.slice(stillCount)
  const ground = createGround(stage, layers.slice(0, stillCount), moving)
  const upper = moving.slice(ground.layerCount)
  const findHidden = createHiddenFinder(stage, upper)
  const findDirtyRows = createDirtyRowsFinder(upper)
  const findSettled = ground.leavesHidden ? createSettledFinder(upper) : null
  const wholeFrame = [{ top: 0, bottom: stage.size.height }]

  return {
    draw: (frame) => {
      const hidden = findHidden(frame)
      const isSettled = findSettled?.(frame)
      // Asked in every frame: it compares with the frame before.
      const found = findDirtyRows?.(frame)
      const dirt = ground.isSame(frame) ? found : undefined
      const rows = dirt ? joinRows(dirt.rows, stage.size.height) : wholeFrame
      stage.useHidden(hidden.below.y, hidden.below.c)
      // Where a ground is left out, it cannot be told later what of it still stands.
      const isCovered = !findDirtyRows && upper[0]?.covers?.(frame)
      if (!isCovered && hidden.lowestSeen === -1) ground.draw(frame, rows)
      // Where a layer fills the frame, as an end card does, nothing below it is seen.
      for (let i = Math.max(0, hidden.lowestSeen); i < upper.length; i++) {
        const layer = upper[i]!
        const tables = hidden.layers[i]!
        stage.useHidden(tables.y, tables.c)
        // What the layer below leaves out is what this one and those above it cover.
        const below = hidden.layers[i - 1] ?? hidden.below
        stage.useSettled(isSettled?.[i] ? below.y : 0, isSettled?.[i] ? below.c : 0)
        if (!dirt) layer.draw(frame)
        else if (dirt.isDirty[i]) drawDirty(stage, layer, frame, dirt.places[i]!, rows)
      }
      stage.useHidden(0, 0)
      stage.useSettled(0, 0)
    },
  }
}
