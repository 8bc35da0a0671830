import type { BatchRecord, BatchRender } from '@songreel/sdk'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'

/** The videos of a batch that can be compared, and the two that are. */
export type Comparison = {
  videos: BatchRender[]
  /** Undefined while nothing is compared. */
  chosen: BatchRender[] | undefined
  choose(renderIds: string[]): void
  toggle(): void
}

/** Which two videos are compared stands in the address. The key `c` begins and ends it. */
export function useCompare(batch: BatchRecord | undefined): Comparison {
  const { query, path, route } = useLocation()
  const videos = batch?.renders.filter(({ renderUrl }) => renderUrl) ?? []
  const ids = query.compare?.split(',') ?? []
  const chosen = ids.flatMap((id) => videos.find(({ renderId }) => renderId === id) ?? [])
  const choose = (renderIds: string[]) => route(`${path}?compare=${renderIds.join(',')}`, true)
  const toggle = () => {
    if (query.compare) return route(path, true)
    const first = videos.find(({ renderId }) => renderId === query.render) ?? videos[0]
    const second = videos.find((video) => video !== first)
    if (first && second) choose([first.renderId, second.renderId])
  }
  useEffect(() => {
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isElsewhere = target instanceof HTMLElement && target.closest('input, select, textarea, dialog')
      if (key === 'c' && !ctrlKey && !metaKey && !altKey && !isElsewhere) toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
  return { videos, chosen: chosen.length === 2 ? chosen : undefined, choose, toggle }
}
