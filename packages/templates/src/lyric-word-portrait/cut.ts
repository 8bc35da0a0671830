import { type Cover, type Foreground, findForegrounds, paintBehind, paintCutOut } from '@songreel/kit'

type Picture = ReturnType<typeof paintCutOut>

/** What stands in front in a cover, with an outline that can be trusted. */
export type Cut = Pick<Foreground, 'kind' | 'matte'> & {
  /** It alone, and the cover without it; each is painted once, for all shots. */
  paintFront: () => Picture
  paintBehind: () => Picture
}

/** Cuts a cover where that is clean; a guessed outline would tear a person or a landscape to pieces. */
export function findCut(cover: Cover): Cut | undefined {
  const { value: foreground } = findForegrounds(cover).next()
  if (!foreground) return undefined
  return {
    kind: foreground.kind,
    matte: foreground.matte,
    paintFront: keep(() => paintCutOut(cover, foreground)),
    paintBehind: keep(() => paintBehind(cover, foreground)),
  }
}

function keep(make: () => Picture): () => Picture {
  let kept: Picture | undefined
  return () => {
    kept ??= make()
    return kept
  }
}
