import type { Box, Rows } from '../geometry.ts'
import type { LayerSupplies } from './clip-decoder.ts'
import type { Frame } from './frame.ts'
import type { SoftCanvas } from './soft-canvas.ts'
import type { Sprite } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

/** Where a layer will draw in a frame, and whether it will look there as it did when it was drawn last. */
export type Reach = Rows & { isSame: boolean }

/** A sprite that will be drawn opaquely, not turned, with its top left corner at this place; or any box that will be covered. */
export type Occluder = { sprite: Sprite; x: number; y: number; scale: number } | { box: Box }

/** A layer that has taken its place on a stage: it draws any frame, in any order, always the same way. */
export type MountedLayer = {
  /** True when every frame looks the same: such layers at the bottom are drawn once and kept. */
  readonly isStill: boolean
  /** True when it covers the whole frame in every frame: nothing below it needs to be brought back. */
  readonly fills?: boolean
  /** For layers that cover the whole frame in some frames: in those, nothing below them needs to be brought back. */
  covers?(frame: Frame): boolean
  /** For layers without any sharp edge: another way to draw, at a fraction of the frame's resolution. */
  readonly soft?: SoftLayer
  /** For layers that know where they draw and whether anything changes there: they need not be drawn in every frame. */
  reach?(frame: Frame): Reach
  /** True when it draws the same pixels where the stage is clipped to some rows, and never clips the stage itself. */
  readonly isClippable?: boolean
  /** What this layer will fully cover, so that layers below can leave it out. */
  occlusion?(frame: Frame): Occluder | null
  draw(frame: Frame): void
  close?(): void
}

/** How a soft layer is drawn together with its soft neighbours, before all of them are enlarged at once. */
export type SoftLayer = {
  /** Nothing in it changes faster than a blur of this sigma, in pixels. */
  readonly sigmaPx: number
  paint(frame: Frame, canvas: SoftCanvas): void
}

/** A layer as a template describes it; it becomes real when a scene mounts it. */
export type Layer = {
  readonly kind: string
  /** True: it brings noise that is another one in every picture, as cameras and film do. */
  readonly isNoisy?: boolean
  /** True: it fills the frame with small dots or letters, most of which are elsewhere after a beat. */
  readonly isFine?: boolean
  /** True: it shows pictures out of files, which nobody knows before they are decoded. */
  readonly showsFiles?: boolean
  /**
   * True: pictures that it draws leave memory behind which is only given back between two turns of the event loop. Whoever
   * draws many frames takes a turn after each.
   */
  readonly leavesMemory?: boolean
  /** Brings what only this kind of layer needs, so that the others start sooner. */
  load?(supplies: LayerSupplies): Promise<void>
  /** Paints what never changes (once per render, shared by all threads) and takes its place on the stage. */
  mount(stage: Stage): MountedLayer
}
