import type { Frame } from '../compose/frame.ts'
import type { Stage } from '../compose/stage.ts'

/** A layer as a template describes it; it becomes real when a scene mounts it. */
export type Layer = {
  readonly kind: string
  /** Paints what never changes (once per render, shared by all threads) and takes its place on the stage. */
  mount(stage: Stage): MountedLayer | Promise<MountedLayer>
}

/** A layer in place: it draws any frame, in any order, always the same way. */
export type MountedLayer = {
  /** True when every frame looks the same: such layers at the bottom are drawn once and kept. */
  readonly isStill: boolean
  /** Tells which pixels this layer will fully cover, so that layers below can leave them out. */
  cover?(frame: Frame): void
  draw(frame: Frame): void
  close?(): void
}
