import type { Frame } from '../frame.ts'
import { createGround } from '../ground.ts'
import type { KernelFunctions } from '../kernels/kernel-functions.ts'
import type { MountedLayer } from '../layer.ts'
import { createStage, type Stage, type StageParts } from '../stage.ts'
import { type CallRecord, createCallRecord } from './call-record.ts'
import { KERNEL_USES, type KernelUse } from './kernel-uses.ts'
import { watchMemory } from './watched-memory.ts'

/** Tells frames apart without drawing them. */
export type Describer = {
  /** A digest of all that would be drawn; frames with equal ones have equal pixels. Null: a layer shows what it can't tell. */
  describe(frame: Frame): Uint8Array | null
}

/**
 * Puts layers on a second stage, whose kernels draw nothing: they note what they were called with. All layers are asked to draw all of
 * the frame, whatever stood there before, so a description depends on the frame alone.
 */
export function createDescriber(
  parts: Omit<StageParts, 'kernels'>,
  mount: (stage: Stage) => MountedLayer[],
): Describer {
  const memory = watchMemory(parts.sharedMemory)
  const record = createCallRecord(memory)
  const stage = createStage({
    ...parts,
    sharedMemory: memory,
    kernels: recordCalls(record),
    isDescribing: true,
  })
  const layers = mount(stage)
  const firstMoving = layers.findIndex((layer) => !layer.isStill)
  const stillCount = firstMoving === -1 ? layers.length : firstMoving
  const moving = layers.slice(stillCount)
  const ground = createGround(stage, layers.slice(0, stillCount), moving)
  const upper = moving.slice(ground.layerCount)
  const wholeFrame = [{ top: 0, bottom: stage.size.height }]
  record.take()
  return {
    describe(frame) {
      ground.draw(frame, wholeFrame)
      for (const layer of upper) layer.draw(frame)
      return record.take()
    },
  }
}

/** Kernels that note their calls. None of those that return a number is called for what it draws. */
function recordCalls(record: CallRecord): KernelFunctions {
  const entries = Object.entries(KERNEL_USES).map(([name, note], kernel) => {
    const call = (...args: number[]) => {
      ;(note as (use: KernelUse, ...noted: number[]) => unknown)(record.begin(kernel), ...args)
      record.end()
      return 0
    }
    return [name, call]
  })
  return Object.fromEntries(entries) as KernelFunctions
}
