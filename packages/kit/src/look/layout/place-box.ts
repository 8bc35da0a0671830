import type { Box } from '../../geometry.ts'
import type { Anchor, Length, Place } from '../values.ts'

/** What a place is measured by. */
export type Ground = {
  frame: Box
  safe: Box
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  /** START is on the right. */
  isMirrored: boolean
}

/** A box that has found its place; one without height or width says nothing, and nothing stands clear of it. */
export type FindBox = (id: string) => Box

/** Nothing lies further outside of the frame than this part of its longer side. */
const MOST_OUTSIDE = 0.25

/** Pixels of a length in this room. */
export function toPx(length: Length, roomPx: number, unit: number): number {
  if (typeof length === 'number') return length * unit
  return (Number.parseFloat(length) / 100) * roomPx
}

/** The room that a place leaves, before anything is put into it. */
export function findRoom(place: Place, ground: Ground, find: FindBox): Box {
  const { unit, isMirrored, frame } = ground
  const { of = 'SAFE', gap = 0 } = place
  const outer = of === 'SAFE' ? ground.safe : of === 'FRAME' ? frame : find(of)
  let [left, top, right, bottom] = [outer.x, outer.y, outer.x + outer.width, outer.y + outer.height]
  const px = gap * unit
  const [leftOf, rightOf] = isMirrored ? [place.after, place.before] : [place.before, place.after]
  const cut = (id: string | undefined, apply: (box: Box) => void) => {
    const box = id === undefined ? undefined : find(id)
    if (box && box.width > 0 && box.height > 0) apply(box)
  }
  cut(place.below, (box) => {
    top = Math.max(top, box.y + box.height + px)
  })
  cut(place.above, (box) => {
    bottom = Math.min(bottom, box.y - px)
  })
  cut(rightOf, (box) => {
    left = Math.max(left, box.x + box.width + px)
  })
  cut(leftOf, (box) => {
    right = Math.min(right, box.x - px)
  })
  const inset = readInset(place.inset, isMirrored)
  const reach = MOST_OUTSIDE * Math.max(frame.width, frame.height)
  const hold = (value: number, most: number) => Math.max(-reach, Math.min(most + reach, value))
  left = hold(left + inset.left * unit, frame.width)
  top = hold(top + inset.top * unit, frame.height)
  right = hold(right - inset.right * unit, frame.width)
  bottom = hold(bottom - inset.bottom * unit, frame.height)
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

function readInset(inset: Place['inset'], isMirrored: boolean) {
  if (inset === undefined || typeof inset === 'number') {
    const all = inset ?? 0
    return { left: all, top: all, right: all, bottom: all }
  }
  const { start = 0, end = 0, top = 0, bottom = 0 } = inset
  return { left: isMirrored ? end : start, right: isMirrored ? start : end, top, bottom }
}

/** How large a box is in its room. */
export function findSize(place: Place, room: Box, unit: number): { width: number; height: number } {
  const { ratio } = place
  const limit = (length: Length | undefined, px: number) =>
    length === undefined ? px : Math.min(px, toPx(length, px, unit))
  let width = limit(place.maxWidth, limit(place.width, room.width))
  let height = limit(place.maxHeight, limit(place.height, room.height))
  if (ratio !== undefined) {
    width = Math.min(width, height * ratio)
    height = width / ratio
  }
  return { width, height }
}

const ANCHOR_SHARES = { START: 0, END: 1 } as const

/** An anchor as shares of a box, from its left and from its top. */
export function readAnchor(anchor: Anchor | undefined, isMirrored: boolean): { x: number; y: number } {
  if (anchor === undefined) return { x: 0.5, y: 0.5 }
  const { x, y } = typeof anchor === 'object' ? anchor : readName(anchor)
  return { x: isMirrored ? 1 - x : x, y }
}

function readName(name: string): { x: number; y: number } {
  const side = /START|END/.exec(name)?.[0] as keyof typeof ANCHOR_SHARES | undefined
  return {
    x: side ? ANCHOR_SHARES[side] : 0.5,
    y: name.startsWith('TOP') ? 0 : name.startsWith('BOTTOM') ? 1 : 0.5,
  }
}

/** Puts a box of this size into its room. */
export function putInto(
  room: Box,
  size: { width: number; height: number },
  anchor: { x: number; y: number },
): Box {
  return {
    x: room.x + (room.width - size.width) * anchor.x,
    y: room.y + (room.height - size.height) * anchor.y,
    ...size,
  }
}

/** What two boxes share. */
export function intersect(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  }
}

/** The smallest box that holds all of these; undefined for none. */
export function enclose(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes
  if (!first) return undefined
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
