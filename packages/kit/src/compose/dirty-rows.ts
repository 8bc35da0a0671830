import type { Rows } from '../geometry.ts'
import type { Frame } from './frame.ts'
import type { MountedLayer } from './layer.ts'

/** What must be drawn anew: the layers by number, and all rows that they cover now or covered before. */
export type DirtyRows = { isDirty: boolean[]; rows: Rows[] }

/**
 * Finds, frame by frame, what has changed since the frame drawn last. A layer that stays the same is drawn only when
 * another one moves in its rows. Null when a layer cannot say where it draws: then everything is drawn every time.
 */
export function createDirtyRowsFinder(layers: readonly MountedLayer[]): ((frame: Frame) => DirtyRows) | null {
  if (!layers.every((layer) => layer.reach)) return null
  const before = layers.map((): Rows => ({ top: 0, bottom: 0 }))
  const dirt: DirtyRows = { isDirty: layers.map(() => true), rows: [] }
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
    while (spread(dirt, before)) {
      // Each round may bring in rows in which a further layer lies.
    }
    return dirt
  }
}

/** Marks layers that lie in dirty rows, and their rows; returns whether there were any. */
function spread({ isDirty, rows }: DirtyRows, places: readonly Rows[]): boolean {
  let hasSpread = false
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    if (isDirty[i] || !rows.some((each) => each.top < place.bottom && place.top < each.bottom)) continue
    isDirty[i] = true
    rows.push(place)
    hasSpread = true
  }
  return hasSpread
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
