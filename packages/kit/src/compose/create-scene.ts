import { collectGarbage } from '../collect-garbage.ts'
import { RenderError } from '../errors.ts'
import type { Size } from '../geometry.ts'
import type { LayerSupplies } from './clip-decoder.ts'
import { createDescriber, type Describer } from './describe/create-describer.ts'
import { frameAt } from './frame.ts'
import { compileKernels, instantiateKernels } from './kernels/kernels.ts'
import type { Layer, MountedLayer } from './layer.ts'
import { createLayerStack } from './layer-stack.ts'
import { measureDetail } from './measure-detail.ts'
import type { Planes } from './planes.ts'
import { rasterise } from './rasterise.ts'
import { createSharedMemory } from './shared-memory.ts'
import { createStage, type Stage } from './stage.ts'

/** What the first thread painted, for the others: post it to a worker as it is, the memory is shared. */
export type SceneShare = {
  readonly memory: WebAssembly.Memory
  readonly kernels: WebAssembly.Module
  /** What was made once, in the order in which it was asked for. */
  readonly made: readonly unknown[]
}

/** A scene draws any frame into planes that the next draw overwrites; a pure function of the frame's number. */
export type Scene = {
  readonly size: Size
  readonly frameCount: number
  readonly fps: number
  /** True when a layer brings noise: dither would be lost in it, and costs an encoder dearly. */
  readonly isNoisy: boolean
  /** True when a layer fills the frame with small dots or letters: each of their edges costs an encoder bits, and hides what it drops. */
  readonly isFine: boolean
  /** True when a layer leaves memory behind: a turn of the event loop after each frame gives it back. */
  readonly leavesMemory: boolean
  readonly share: SceneShare
  draw(frameIndex: number): Planes
  /**
   * A digest of all that would be drawn in a frame, at a fraction of what drawing costs: frames with equal ones have equal pixels, also
   * in other scenes of this engine's version. Null where a layer can't tell.
   */
  describe(frameIndex: number): Uint8Array | null
  /** The frame drawn last as RGB bytes, rows without padding. */
  readRgb(): Uint8Array
  /** How much there is to see in the frame drawn last. */
  measureDetail(): number
  /** Frees what layers hold open, such as decoders. */
  close(): void
}

/** The measures of a scene. */
export type SceneForm = {
  size: Size
  fps: number
  /** Frames that are drawn. */
  frameCount: number
  /** Where they are part of a longer video: what comes before them, and all of its frames. */
  part?: { firstFrame: number; wholeFrameCount: number }
}

/** Puts layers on a stage of their own; with a share nothing is painted anew. */
export async function createScene(
  layers: readonly Layer[],
  form: SceneForm & LayerSupplies,
  share?: SceneShare,
): Promise<Scene> {
  const { size, fps, frameCount } = form
  const { firstFrame, wholeFrameCount } = form.part ?? { firstFrame: 0, wholeFrameCount: frameCount }
  await Promise.all(layers.map((layer) => layer.load?.(form)))
  const sharedMemory = createSharedMemory(share?.memory)
  const kernelModule = share?.kernels ?? compileKernels()
  const made: unknown[] = []
  const kernels = instantiateKernels(kernelModule, sharedMemory.memory)
  const once = shareMade(made, share?.made)
  const parts = { size, fps, frameCount: wholeFrameCount, sharedMemory, rasterise }
  const stage = createStage({ ...parts, kernels, once })
  const mounted = await mountAll(layers, stage)
  const stack = createLayerStack(stage, mounted)
  let rgb = 0
  const mountAgain = (onDescribing: Stage) => layers.map((layer) => layer.mount(onDescribing))
  const canDescribe = layers.every((layer) => !layer.showsFiles)
  let describer: Describer | undefined

  return {
    size,
    fps,
    frameCount,
    isNoisy: layers.some((layer) => layer.isNoisy),
    isFine: layers.some((layer) => layer.isFine),
    leavesMemory: layers.some((layer) => layer.leavesMemory),
    share: { memory: sharedMemory.memory, kernels: kernelModule, made },
    draw: (frameIndex) => {
      stack.draw(frameAt(firstFrame + frameIndex, wholeFrameCount, fps))
      return stage.planes
    },
    describe: (frameIndex) => {
      if (!canDescribe) return null
      // A second set of layers, which takes all that was painted from the first.
      describer ??= createDescriber({ ...parts, once: shareMade([], made) }, mountAgain)
      return describer.describe(frameAt(firstFrame + frameIndex, wholeFrameCount, fps))
    },
    readRgb: () => {
      const byteCount = size.width * size.height * 3
      rgb ||= sharedMemory.alloc(byteCount)
      kernels.frameToRgb(stage.target, rgb)
      return sharedMemory.bytes(rgb, byteCount)
    },
    measureDetail: () => measureDetail(stage),
    close: () => {
      for (const layer of mounted) layer.close?.()
    },
  }
}

/** What was painted takes so much as sprites; the canvases that it leaves behind are several times as large. */
const TIDY_EVERY_BYTES = 8 * 1024 ** 2

async function mountAll(layers: readonly Layer[], stage: Stage): Promise<MountedLayer[]> {
  const { usedBytes } = stage.sharedMemory
  const mounted: MountedLayer[] = []
  let tidiedAt = usedBytes()
  for (const layer of layers) {
    mounted.push(layer.mount(stage))
    if (usedBytes() - tidiedAt < TIDY_EVERY_BYTES) continue
    await collectGarbage()
    tidiedAt = usedBytes()
  }
  return mounted
}

/** In the first thread things are made and listed; in the others the list is read in the same order. */
function shareMade(made: unknown[], given?: readonly unknown[]) {
  return <T>(make: () => T): T => {
    const index = made.length
    if (given && index >= given.length) {
      throw new RenderError('INTERNAL', 'setup made other layers in this thread than in the first one', {
        index,
      })
    }
    const thing = given ? (given[index] as T) : make()
    made.push(thing)
    return thing
  }
}
