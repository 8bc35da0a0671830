import { type Cover, type Foreground, findForegrounds, paintCutOut } from '@songreel/kit'
import { isEvenBehind } from './even-ground.ts'

type Picture = ReturnType<typeof paintCutOut>

/** A ridge that stands before an even sky, with an outline that can be trusted. */
export type Cut = Pick<Foreground, 'matte'> & {
  /** It alone; it is painted once, for all shots. */
  paintFront: () => Picture
}

/** Cuts a cover where words can take the place of its sky: over trees, water or a crowd they would fight with the photograph. */
export function findCut(cover: Cover): Cut | undefined {
  const { value: foreground } = findForegrounds(cover).next()
  if (foreground?.kind !== 'RIDGE') return undefined
  if (measureRise(foreground.matte) > MOST_RISE || !isEvenBehind(cover, foreground.matte)) return undefined
  return { matte: foreground.matte, paintFront: keep(() => paintCutOut(cover, foreground)) }
}

/** A ridge goes up and down by so many heights of the cover at most: a thing that stands high before its ground has as much of that under it, and words would end in its midst. */
const MOST_RISE = 0.7
const IN_FRONT = 0.5

/** How far an outline goes up and down from side to side, in heights. */
export function measureRise({ columns, rows, values }: Foreground['matte']): number {
  const tops = Array.from({ length: columns }, (_, x) => {
    for (let y = 0; y < rows; y++) if (values[y * columns + x]! > IN_FRONT) return y / rows
    return 1
  })
  return tops.slice(1).reduce((sum, top, i) => sum + Math.abs(top - tops[i]!), 0)
}

function keep(make: () => Picture): () => Picture {
  let kept: Picture | undefined
  return () => {
    kept ??= make()
    return kept
  }
}
