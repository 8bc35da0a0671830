import { createDirtFinder } from './dirty-rows.ts'
import { type Frame, frameAt } from './frame.ts'
import { createHiddenFinder } from './hidden-columns.ts'
import { createSettledFinder } from './settled-layers.ts'
import { createSoftCanvas, SAMPLES_PER_SIGMA } from './soft-canvas.ts'
import type { MountedLayer, SoftLayer, Stage } from './stage.ts'

/** Layers in their order, bottom first, ready to draw. */
export type LayerStack = { draw(frame: Frame): void }

/** Addresses of a picture that is drawn once and brought back wherever something was drawn over it. */
type KeptPicture = { y: number; u: number; v: number }

/** Puts mounted layers on top of each other: still ones at the bottom are drawn once, hidden pixels never. */
export function createLayerStack(stage: Stage, layers: readonly MountedLayer[]): LayerStack {
  const firstMoving = layers.findIndex((layer) => !layer.isStill)
  const stillCount = firstMoving === -1 ? layers.length : firstMoving
  const still = layers.slice(0, stillCount)
  const moving = layers.slice(stillCount)
  const needsKept = !moving[0]?.fills
  const kept = needsKept ? stage.once(() => keepStill(stage, still)) : null
  if (kept) copyPlanes(stage, kept, 'INTO_FRAME')
  const findHidden = createHiddenFinder(stage, moving)
  const soft = findSoftGroup(moving)
  const canvas = soft.layers.length > 1 ? createSoftCanvas(stage, soft.reduction) : null
  const firstSharp = canvas ? soft.layers.length : 0
  const findDirt = kept ? createDirtFinder(moving) : null
  const findSettled = kept ? null : createSettledFinder(moving, firstSharp)
  const wholeFrame = [{ top: 0, bottom: stage.size.height }]

  return {
    draw: (frame) => {
      const hidden = findHidden(frame)
      const dirt = findDirt?.(frame)
      const isSettled = findSettled?.(frame)
      if (kept) {
        stage.useHidden(hidden.below.y, hidden.below.c)
        for (const { top, bottom } of dirt?.rows ?? wholeFrame) restoreRows(stage, kept, top, bottom)
      }
      if (canvas) {
        for (const layer of soft.layers) layer.paint(frame, canvas)
        const tables = hidden.layers[firstSharp - 1]!
        stage.useHidden(tables.y, tables.c)
        canvas.draw()
      }
      for (let i = firstSharp; i < moving.length; i++) {
        if (dirt && !dirt.isDirty[i]) continue
        const tables = hidden.layers[i]!
        stage.useHidden(tables.y, tables.c)
        // What the layer below leaves out is what this one and those above it cover.
        const own = isSettled?.[i] ? hidden.layers[i - 1] : undefined
        stage.useSettled(own?.y ?? 0, own?.c ?? 0)
        moving[i]!.draw(frame)
      }
      stage.useHidden(0, 0)
      stage.useSettled(0, 0)
    },
  }
}

function restoreRows({ kernels, target, size }: Stage, kept: KeptPicture, top: number, bottom: number): void {
  kernels.restore(target, kept.y, kept.u, kept.v, Math.max(0, top), Math.min(size.height, bottom))
}

/** Fewer than every fourth pixel must be saved for the detour to pay. */
const MIN_SOFT_REDUCTION = 4
const MAX_SOFT_REDUCTION = 16

/** The layers at the bottom that are soft one and all, and how coarsely they may be put together. */
function findSoftGroup(moving: readonly MountedLayer[]): { layers: SoftLayer[]; reduction: number } {
  const layers: SoftLayer[] = []
  let reduction = MAX_SOFT_REDUCTION
  if (!moving[0]?.fills) return { layers, reduction }
  for (const { soft } of moving) {
    const coarsest = soft ? Math.floor(soft.sigmaPx / SAMPLES_PER_SIGMA) : 0
    if (!soft || coarsest < MIN_SOFT_REDUCTION) break
    layers.push(soft)
    reduction = Math.min(reduction, coarsest)
  }
  return { layers, reduction }
}

/** Draws the still layers over black and keeps the picture. */
function keepStill(stage: Stage, still: readonly MountedLayer[]): KeptPicture {
  const frame = frameAt(0, stage.frameCount, stage.fps)
  stage.planes.y.fill(16)
  stage.planes.u.fill(128)
  stage.planes.v.fill(128)
  stage.useHidden(0, 0)
  for (const layer of still) layer.draw(frame)
  const kept = {
    y: stage.heap.alloc(stage.planes.y.length),
    u: stage.heap.alloc(stage.planes.u.length),
    v: stage.heap.alloc(stage.planes.v.length),
  }
  copyPlanes(stage, kept, 'FROM_FRAME')
  return kept
}

function copyPlanes(
  { heap, planes }: Stage,
  kept: KeptPicture,
  direction: 'INTO_FRAME' | 'FROM_FRAME',
): void {
  const pairs = [
    [planes.y, heap.bytes(kept.y, planes.y.length)],
    [planes.u, heap.bytes(kept.u, planes.u.length)],
    [planes.v, heap.bytes(kept.v, planes.v.length)],
  ] as const
  for (const [inFrame, inKept] of pairs) {
    if (direction === 'INTO_FRAME') inFrame.set(inKept)
    else inKept.set(inFrame)
  }
}
