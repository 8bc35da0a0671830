import { FULL_OPACITY } from '../compose/draw-sprite.ts'
import { allocTexture, type Texture, type TextureChroma } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'
import { clamp01 } from '../paint/easing.ts'

/** The cells of a procedural picture in one frame; `shade` fills the levels. */
export type LevelCells = {
  readonly columns: number
  readonly rows: number
  /** 0 to 1 for each cell, row by row. */
  readonly levels: Float32Array
}

/** Levels on a few cells, and how they become a texture. */
export type EnlargedCells = {
  cells: LevelCells
  /** Where the levels are enlarged to. */
  texture: Texture
  /** Enlarges them smoothly: the texture's first plane is theirs, its edges are not extended. */
  enlarge(): void
}

/** Levels are enlarged up to this often by two. */
const DOUBLINGS = 2
/** Enlarging adds a little to the difference of two samples, which must fit into 16 bits. */
const MOST = FULL_OPACITY - 3

/** Makes room for so many cells along the frame's longer side. */
export function createLevelCells(stage: Stage, count: number, chroma: TextureChroma): EnlargedCells {
  const { sharedMemory, kernels, size, scratch } = stage
  const longer = Math.max(size.width, size.height)
  const columns = Math.max(2, Math.round((count * size.width) / longer))
  const rows = Math.max(2, Math.round((count * size.height) / longer))
  const cells: LevelCells = { columns, rows, levels: new Float32Array(columns * rows) }
  const coarse = allocTexture(sharedMemory, columns, rows, chroma)
  const textures = [coarse]
  for (let i = 1; i <= DOUBLINGS && columns * 2 ** i <= size.width / 2; i++) {
    textures.push(allocTexture(sharedMemory, columns * 2 ** i, rows * 2 ** i, chroma))
  }
  const samples = sharedMemory.words(coarse.planeY, coarse.stride * rows)
  return {
    cells,
    texture: textures.at(-1) ?? coarse,
    enlarge: () => {
      for (let row = 0, cell = 0; row < rows; row++) {
        const start = row * coarse.stride
        for (let column = 0; column < columns; column++, cell++) {
          samples[start + column] = Math.min(MOST, clamp01(cells.levels[cell]!) * FULL_OPACITY)
        }
      }
      textures.reduce((from, into) => {
        const { planeY, stride, width, height } = from
        kernels.doublePlane(planeY, stride, width, height, into.planeY, into.stride, scratch)
        return into
      })
    },
  }
}
