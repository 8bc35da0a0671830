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
  if (foreground?.kind !== 'RIDGE' || !isEvenBehind(cover, foreground.matte)) return undefined
  return { matte: foreground.matte, paintFront: keep(() => paintCutOut(cover, foreground)) }
}

function keep(make: () => Picture): () => Picture {
  let kept: Picture | undefined
  return () => {
    kept ??= make()
    return kept
  }
}
