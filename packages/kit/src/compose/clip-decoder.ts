import type { Box } from '../geometry.ts'
import type { ClipFile } from './clip-file.ts'
import type { Sprite } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

/** Reads the pictures of one clip by time, in any order. */
export type ClipReader = {
  /** Goes to the picture that is on screen at this time of the file; true when it is another one than before. */
  show(secs: number): boolean
  /** The picture in the compositor's memory: at least this wide if the file has it, whole or the part that is seen (in fractions). */
  load(wish: { minWidth: number; seen: Box }): Sprite
  /** Gives the decoder and its pictures back until the next one is asked for. The file stays open. */
  rest(): void
  close(): void
}

/** Decodes the clips of one layer. One picture is shown at a time, so that all share their memory. */
export type ClipDecoder = {
  open(file: ClipFile): ClipReader
  free(): void
}

/** What only some layers need. The engine brings it, so that the kit itself needs no video library. */
export type LayerSupplies = {
  /** Loaded only where a clip is shown: it is large. */
  loadClipDecoder?: () => Promise<(stage: Stage) => ClipDecoder>
}
