import type { Rows } from '../geometry.ts'
import type { Frame } from './frame.ts'
import type { MountedLayer } from './layer.ts'
import type { Stage } from './stage.ts'

/** What must be drawn anew: the layers by number, in which rows, and which rows each of them covers now. */
export type DirtyRows = { isDirty: boolean[]; rows: Rows[]; places: readonly Rows[] }

/**
 * Finds, frame by frame, what has changed since the frame drawn last. A layer that stays the same is drawn only when
 * another one moves in its rows, and if it can be clipped, only in those. Null when a layer cannot say where it draws: then
 * everything is drawn every time.
 */
export function createDirtyRowsFinder(layers: readonly MountedLayer[]): ((frame: Frame) => DirtyRows) | null {
  if (!layers.every((layer) => layer.reach)) return null
  const before = layers.map((): Rows => ({ top: 0, bottom: 0 }))
  const dirt: DirtyRows = { isDirty: layers.map(() => true), rows: [], places: before }
  // Two rows share one of colour, so all of them are even.
  return (frame) => {
    dirt.rows = []
    for (let i = 0; i < layers.length; i++) {
      const layer = layers[i]!
      const reach = layer.reach!(frame)
      const last = before[i]!
      const top = Math.floor(reach.top / 2) * 2
      const bottom = Math.ceil(reach.bottom / 2) * 2
      dirt.isDirty[i] = !reach.isSame
      if (reach.isSame && last.top === top && last.bottom === bottom) continue
      const now = { top, bottom }
      if (!reach.isSame) dirt.rows.push(last, now)
      before[i] = now
    }
    while (spread(dirt, layers)) {
      // Each round may bring in rows in which a further layer lies.
    }
    return dirt
  }
}

/** Marks layers that lie in dirty rows, and the rows of those that are drawn as a whole; returns whether there were any. */
function spread({ isDirty, rows, places }: DirtyRows, layers: readonly MountedLayer[]): boolean {
  let hasSpread = false
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    if (isDirty[i] || !rows.some((each) => overlap(each, place))) continue
    isDirty[i] = true
    if (layers[i]?.isClippable) continue
    rows.push(place)
    hasSpread = true
  }
  return hasSpread
}

function overlap(a: Rows, b: Rows): boolean {
  return a.top < b.bottom && b.top < a.bottom
}

/** Draws a layer in the rows that are dirty; they don't overlap each other. */
export function drawDirty(
  stage: Stage,
  layer: MountedLayer,
  frame: Frame,
  place: Rows,
  rows: readonly Rows[],
): void {
  if (!layer.isClippable || rows.some(({ top, bottom }) => top <= place.top && bottom >= place.bottom)) {
    layer.draw(frame)
    return
  }
  for (const { top, bottom } of rows) {
    if (!overlap({ top, bottom }, place)) continue
    stage.clipTo({ x: 0, y: top, width: stage.size.width, height: bottom - top })
    layer.draw(frame)
  }
  stage.clipTo()
  const isSeen = place.bottom > 0 && place.top < Math.min(place.bottom, stage.size.height)
  // Outside of the frame, or not there, it shows nothing, but must know how it was drawn last.
  if (!isSeen) layer.draw(frame)
}

/** The same rows without overlaps, inside of a frame this high. */
export function joinRows(rows: readonly Rows[], height: number): Rows[] {
  const joined: Rows[] = []
  for (const { top, bottom } of rows.toSorted((a, b) => a.top - b.top)) {
    const last = joined.at(-1)
    const now = { top: Math.max(0, top), bottom: Math.min(height, bottom) }
    if (now.bottom <= now.top) continue
    if (last && now.top <= last.bottom) last.bottom = Math.max(last.bottom, now.bottom)
    else joined.push(now)
  }
  return joined
}
