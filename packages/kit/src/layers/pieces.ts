import type { Frame } from '../compose/frame.ts'
import type { Layer } from '../compose/layer.ts'
import type { Painting } from '../compose/painting.ts'
import type { Sprite } from '../compose/sprite-layout.ts'
import type { Stage } from '../compose/stage.ts'

/** One piece of the painting in one frame; `place` fills it in. */
export type Piece = {
  /** What it shows: a part of the painting's box, in whole pixels from its top left corner. */
  fromX: number
  fromY: number
  width: number
  height: number
  /** Where its middle lies in the frame, in pixels. */
  x: number
  y: number
  /** Size relative to the painting; 0 leaves it out. */
  scale: number
  /** True: it is drawn after all pieces that are not. */
  isFront: boolean
}

/** How many pieces there are and where. */
export type PiecesProps = {
  count: number
  /** Sets the piece with this number for this frame. A pure function of both. */
  place: (piece: Piece, index: number, frame: Frame) => void
}

/** The words of a piece's record in the kernel. */
const WORDS = 8

/**
 * An opaque painting cut into pieces that fly on their own. Where all of them are at home it is the painting, pixel by
 * pixel; give its box whole, even coordinates.
 */
export function pieces(painting: Painting, props: PiecesProps): Layer {
  return { kind: 'pieces', mount: (stage) => mountPieces(stage, painting, props) }
}

function mountPieces(stage: Stage, painting: Painting, { count, place }: PiecesProps) {
  const { kernels, target, size, sharedMemory } = stage
  const sprite = stage.getSprite(painting)
  const write = createWriter(stage, painting, sprite)
  const address = sharedMemory.alloc(count * WORDS * 4)
  const table = sharedMemory.ints(address, count * WORDS)
  const fresh = new Int32Array(count * WORDS)
  const front = new Int32Array(count * WORDS)
  const piece: Piece = { fromX: 0, fromY: 0, width: 0, height: 0, x: 0, y: 0, scale: 1, isFront: false }
  let [freshIndex, freshCount, drawnCount] = [-1, 0, -1]

  const arrange = (frame: Frame) => {
    if (frame.index === freshIndex) return
    let [behind, before] = [0, 0]
    for (let i = 0; i < count; i++) {
      piece.scale = 1
      piece.isFront = false
      place(piece, i, frame)
      if (piece.isFront) before += write(piece, front, before)
      else behind += write(piece, fresh, behind)
    }
    fresh.set(front.subarray(0, before * WORDS), behind * WORDS)
    freshCount = behind + before
    freshIndex = frame.index
  }
  const isDrawn = () => {
    if (freshCount !== drawnCount) return false
    for (let i = 0; i < freshCount * WORDS; i++) if (fresh[i] !== table[i]) return false
    return true
  }

  return {
    isStill: false,
    reach: (frame: Frame) => {
      arrange(frame)
      return { isSame: isDrawn(), top: 0, bottom: size.height }
    },
    draw: (frame: Frame) => {
      arrange(frame)
      table.set(fresh.subarray(0, freshCount * WORDS))
      drawnCount = freshCount
      kernels.drawPieces(target, sprite.address, address, freshCount)
    },
  }
}

/** Writes a piece as the kernel reads it, and says how many records that took: none, if nothing of it is seen. */
function createWriter({ size }: Stage, { box }: Painting, sprite: Sprite) {
  const [offsetX, offsetY] = [Math.round(box.x) - sprite.x, Math.round(box.y) - sprite.y]
  return (piece: Piece, into: Int32Array, at: number): 0 | 1 => {
    const u = clampStart(offsetX + piece.fromX, piece.width, sprite.width)
    const v = clampStart(offsetY + piece.fromY, piece.height, sprite.height)
    const width = Math.round(piece.width * piece.scale)
    const height = Math.round(piece.height * piece.scale)
    const x = Math.round(piece.x - width / 2)
    const y = Math.round(piece.y - height / 2)
    const isSeen = x < size.width && y < size.height && x + width > 0 && y + height > 0
    if (!(width > 0 && height > 0 && isSeen)) return 0
    into[at * WORDS] = u
    into[at * WORDS + 1] = v
    into[at * WORDS + 2] = x
    into[at * WORDS + 3] = y
    into[at * WORDS + 4] = width
    into[at * WORDS + 5] = height
    into[at * WORDS + 6] = Math.floor((piece.width * 65536) / width)
    into[at * WORDS + 7] = Math.floor((piece.height * 65536) / height)
    return 1
  }
}

/** Nothing beyond the picture is ever read. */
function clampStart(start: number, length: number, limit: number): number {
  return Math.max(0, Math.min(Math.floor(start), limit - Math.ceil(length)))
}
