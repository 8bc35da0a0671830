import { type Box, type Cover, type FontStyle, fitText, type Size, type TextLayout } from '@songreel/kit'
import { type Block, setBlock } from './block.ts'

/** What cards say; anything may be empty. */
export type Words = { title: string; artist: string; note: string }

/** A wall of words, or a text, and the place of its top left corner. */
export type PlacedWall = { wall: Block; x: number; y: number }
export type PlacedText = { text: TextLayout; x: number; y: number }

/** What stands and is cut as one; all places are from its own top left corner. */
export type Card = Size & { walls: readonly PlacedWall[]; texts: readonly PlacedText[] }

/** What cards are planned for. */
export type LayoutWish = { size: Size; words: Words; font: FontStyle; cover: Pick<Cover, 'width' | 'height'> }

export type Shape = 'TALL' | 'SQUARE' | 'WIDE'

/** A wish, and the frame that it is planned in. */
export type Plan = LayoutWish & { safe: Box; shape: Shape; isMirrored: boolean }

/** In pixels of the design; the room of a hit is a part of the safe height. */
export const MEASURES = {
  TALL: { mostPx: 520, artistPx: 92, hitShare: 0.64 },
  SQUARE: { mostPx: 420, artistPx: 70, hitShare: 0.7 },
  WIDE: { mostPx: 460, artistPx: 72, hitShare: 0.72 },
}
/** Of these parts of the safe width a wall takes the one in which it is largest: what is short is larger in two rows. */
const WALL_SHARES = [1, 0.85, 0.72]
/** What is longer takes several rows anyway. */
const SHORT = 28
/** In a wide frame it leaves the picture one side. */
const WIDE_WALL_SHARES = [0.72, 0.62, 0.52, 0.44]
/** Between a title and the names below it. */
export const GAP = 36
const NOTE_PX = 44

/** A wall of words that takes as much of the frame as it can, below a height. */
export function setWall(
  text: string,
  { safe, shape, font }: Plan,
  heightPx: number,
): Block & { widthPx: number } {
  const { mostPx } = MEASURES[shape]
  const shares = shape === 'WIDE' ? WIDE_WALL_SHARES : WALL_SHARES
  const walls = shares.slice(0, text.length > SHORT ? 1 : undefined).map((share) => {
    const widthPx = share * safe.width
    return { ...setBlock(text, { font, widthPx, heightPx, mostPx }), widthPx }
  })
  const area = (wall: Block & { widthPx: number }) => (wall.isWall ? 1 : 0.7) * wall.widthPx * wall.heightPx
  return walls.reduce((one, other) => (area(other) > area(one) ? other : one))
}

/** How far the letters of a block reach: one that is low leaves some of its room. */
export function measureWidth({ text, rows }: Block): number {
  return Math.max(0, ...rows.map(({ scale, x }, i) => x + scale * (text.lines[i]?.ink.right ?? 0)))
}

/** The title as a wall, and artist and note below it. */
export function setCard(plan: Plan, room: Size): Card {
  const { font, shape, words } = plan
  const names = setNames(plan, { width: room.width, height: 0.5 * room.height })
  const gap = names.heightPx > 0 ? GAP : 0
  const heightPx = Math.max(1, room.height - names.heightPx - gap)
  const wall = setBlock(words.title, { font, widthPx: room.width, heightPx, mostPx: MEASURES[shape].mostPx })
  return {
    width: room.width,
    height: wall.heightPx + gap + names.heightPx,
    walls: [{ wall, x: 0, y: 0 }],
    texts: names.place(0, wall.heightPx + gap),
  }
}

/** The same with the title in the width in which it is largest. */
export function setPoster(plan: Plan, height: number): Card {
  const { safe, words } = plan
  const names = setNames(plan, { width: safe.width, height: 0.5 * height })
  const gap = names.heightPx > 0 ? GAP : 0
  const wall = setWall(words.title, plan, Math.max(1, height - names.heightPx - gap))
  return {
    width: safe.width,
    height: wall.heightPx + gap + names.heightPx,
    walls: [{ wall, x: plan.isMirrored ? safe.width - wall.widthPx : 0, y: 0 }],
    texts: names.place(0, wall.heightPx + gap),
  }
}

/** The artist and the note, below each other. */
export function setNames({ words, font, isMirrored, shape }: Plan, room: Size): Stack {
  const { artistPx } = MEASURES[shape]
  const style = { font, role: 'TEXT', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const artist = fitText(
    words.artist,
    { width: room.width, height: Math.min(3.2 * artistPx, 0.62 * room.height) },
    { ...style, maxSizePx: artistPx, minSizePx: 24, maxLines: 2 },
  )
  const note = fitText(
    words.note,
    { width: room.width, height: Math.min(2.4 * NOTE_PX, 0.3 * room.height) },
    { ...style, maxSizePx: NOTE_PX, minSizePx: 18, maxLines: 2 },
  )
  return stack([artist, note], 0.5 * GAP)
}

/** Texts below each other by their ink. */
export type Stack = { widthPx: number; heightPx: number; place(x: number, y: number): PlacedText[] }

function stack(all: readonly TextLayout[], gap: number): Stack {
  const texts = all.filter(({ lines }) => lines.length > 0)
  const heightPx = texts.reduce((sum, { ink }, i) => sum + ink.bottom - ink.top + (i > 0 ? gap : 0), 0)
  return {
    widthPx: Math.max(0, ...texts.map(({ ink }) => ink.right - Math.min(0, ink.left))),
    heightPx,
    place: (x, from) => {
      let y = from
      return texts.map((text) => {
        const placed = { text, x, y: y - text.ink.top }
        y += text.ink.bottom - text.ink.top + gap
        return placed
      })
    },
  }
}
