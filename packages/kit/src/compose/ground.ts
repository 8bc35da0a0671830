import type { Rows } from '../geometry.ts'
import { type Frame, frameAt } from './frame.ts'
import type { MountedLayer, SoftLayer } from './layer.ts'
import { createSoftCanvas, SAMPLES_PER_SIGMA } from './soft-canvas.ts'
import type { Stage } from './stage.ts'

/** What fills the frame below all other layers. */
export type Ground = {
  /** How many of the moving layers it consists of. */
  readonly layerCount: number
  /** False when it draws into columns that layers above cover. */
  readonly leavesHidden: boolean
  /** Whether it looks as it did when it was drawn last. */
  isSame(frame: Frame): boolean
  /** Draws it in these rows of the frame; all of them when it is not the same. */
  draw(frame: Frame, rows: readonly Rows[]): void
}

/** Finds the cheapest way to fill the frame: a kept picture, several soft layers put together small, or one layer. */
export function createGround(
  stage: Stage,
  still: readonly MountedLayer[],
  moving: readonly MountedLayer[],
): Ground {
  const lowest = moving[0]
  if (!lowest?.fills) return keepGround(stage, still)
  const soft = findSoftGroup(moving)
  return soft.layers.length > 1 ? softenGround(stage, moving, soft) : fillGround(stage, lowest)
}

/** Still layers are drawn once; what was drawn over them is brought back. */
function keepGround(stage: Stage, still: readonly MountedLayer[]): Ground {
  const kept = stage.once(() => keepStill(stage, still))
  copyPlanes(stage, kept, 'INTO_FRAME')
  const { kernels, target } = stage
  return {
    layerCount: 0,
    leavesHidden: false,
    isSame: () => true,
    draw: (_frame, rows) => {
      for (const { top, bottom } of rows) kernels.restore(target, kept.y, kept.u, kept.v, top, bottom)
    },
  }
}

function softenGround(stage: Stage, moving: readonly MountedLayer[], soft: SoftGroup): Ground {
  const canvas = createSoftCanvas(stage, soft.reduction)
  const layers = moving.slice(0, soft.layers.length)
  const isGroundSame = (frame: Frame) => layers.every((layer) => isSame(layer, frame))
  return {
    layerCount: layers.length,
    leavesHidden: true,
    isSame: isGroundSame,
    draw: (frame, rows) => {
      if (!isGroundSame(frame)) for (const layer of soft.layers) layer.paint(frame, canvas)
      drawRows(stage, rows, () => canvas.draw())
    },
  }
}

function fillGround(stage: Stage, layer: MountedLayer): Ground {
  return {
    layerCount: 1,
    leavesHidden: layer.soft !== undefined,
    isSame: (frame) => isSame(layer, frame),
    draw: (frame, rows) => {
      // A layer that cannot say whether it is the same may have a clip box of its own.
      if (layer.reach) drawRows(stage, rows, () => layer.draw(frame))
      else layer.draw(frame)
    },
  }
}

function isSame(layer: MountedLayer, frame: Frame): boolean {
  return layer.reach?.(frame).isSame === true
}

function drawRows(stage: Stage, rows: readonly Rows[], draw: () => void): void {
  for (const { top, bottom } of rows) {
    stage.clipTo({ x: 0, y: top, width: stage.size.width, height: bottom - top })
    draw()
  }
  stage.clipTo()
}

/** Soft layers, and how coarsely they may be put together. */
type SoftGroup = { layers: SoftLayer[]; reduction: number }

/** Fewer than every fourth pixel must be saved for the detour to pay. */
const MIN_SOFT_REDUCTION = 4
const MAX_SOFT_REDUCTION = 16

/** The layers at the bottom that are soft one and all. */
function findSoftGroup(moving: readonly MountedLayer[]): SoftGroup {
  const layers: SoftLayer[] = []
  let reduction = MAX_SOFT_REDUCTION
  for (const { soft } of moving) {
    const coarsest = soft ? Math.floor(soft.sigmaPx / SAMPLES_PER_SIGMA) : 0
    if (!soft || coarsest < MIN_SOFT_REDUCTION) break
    layers.push(soft)
    reduction = Math.min(reduction, coarsest)
  }
  return { layers, reduction }
}

/** Addresses of a picture that is drawn once. */
type KeptPicture = { y: number; u: number; v: number }

/** Draws the still layers over black and keeps the picture. */
function keepStill(stage: Stage, still: readonly MountedLayer[]): KeptPicture {
  const frame = frameAt(0, stage.frameCount, stage.fps)
  stage.planes.y.fill(16)
  stage.planes.u.fill(128)
  stage.planes.v.fill(128)
  stage.useHidden(0, 0)
  for (const layer of still) layer.draw(frame)
  const kept = {
    y: stage.sharedMemory.alloc(stage.planes.y.length),
    u: stage.sharedMemory.alloc(stage.planes.u.length),
    v: stage.sharedMemory.alloc(stage.planes.v.length),
  }
  copyPlanes(stage, kept, 'FROM_FRAME')
  return kept
}

function copyPlanes(
  { sharedMemory, planes }: Stage,
  kept: KeptPicture,
  direction: 'INTO_FRAME' | 'FROM_FRAME',
): void {
  const pairs = [
    [planes.y, sharedMemory.bytes(kept.y, planes.y.length)],
    [planes.u, sharedMemory.bytes(kept.u, planes.u.length)],
    [planes.v, sharedMemory.bytes(kept.v, planes.v.length)],
  ] as const
  for (const [inFrame, inKept] of pairs) {
    if (direction === 'INTO_FRAME') inFrame.set(inKept)
    else inKept.set(inFrame)
  }
}
