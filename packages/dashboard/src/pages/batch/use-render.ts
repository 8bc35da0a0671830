import type { BatchRender, Render } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { findRenderState } from '../../data/render-state.ts'

const WAITING_MS = 5000

/**
 * Everything about a render, read again when its state changes, with each of one's own changes and, while it waits, now
 * and then for its place in the queue.
 */
export function useRender(
  known: Pick<BatchRender, 'renderId' | 'status' | 'progress'>,
  changes = 0,
): Render | undefined {
  const { renderId } = known
  const state = findRenderState(known)
  const [render, setRender] = useState<Render>()
  useEffect(() => {
    let isShown = true
    const load = () =>
      songreel.renders.get(renderId).then(
        (read) => isShown && setRender(read),
        // The row says what is known without it.
        () => {},
      )
    load()
    const timer = state === 'PENDING' ? setInterval(load, WAITING_MS) : undefined
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [renderId, state, changes])
  return render?.renderId === renderId ? render : undefined
}
