import type { BatchRender, Render } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'

const WAITING_MS = 5000

/** Everything about a render, read again when its state changes and, while it waits, now and then for its place in the queue. */
export function useRender({
  renderId,
  status,
}: Pick<BatchRender, 'renderId' | 'status'>): Render | undefined {
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
    const timer = status === 'PENDING' ? setInterval(load, WAITING_MS) : undefined
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [renderId, status])
  return render?.renderId === renderId ? render : undefined
}
