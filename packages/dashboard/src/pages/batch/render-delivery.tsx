import type { Render } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Moment } from '../../components/moment.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'

const LOOK_MS = 3000

/** Whether a render's files have arrived in the customer's bucket. It ends after the render, so it is asked for until then. */
export function RenderDelivery({ render: { renderId, delivered: known } }: { render: Render }) {
  const [delivered, setDelivered] = useState(known)
  useEffect(() => setDelivered(known), [known])
  const status = delivered?.status
  useEffect(() => {
    if (status !== 'PENDING') return
    const look = () =>
      songreel.renders.get(renderId).then(
        (render) => setDelivered(render.delivered),
        () => {},
      )
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [renderId, status])
  if (!delivered) return null
  const { at, key, error, attempts, nextAttemptAt } = delivered
  const sendAgain = async () => {
    try {
      setDelivered((await songreel.renders.redeliver(renderId)).delivered)
    } catch (cause) {
      showToast(describeError(cause))
    }
  }
  return (
    <div class="stack">
      <p class="row">
        <StatusPill status={status === 'PENDING' && attempts > 0 ? 'RETRYING' : (status ?? 'PENDING')} />
        <span class="small soft">
          {key ? <code>{key}</code> : 'To your bucket'}
          {at && (
            <>
              {' '}
              <Moment at={at} />
            </>
          )}
          {nextAttemptAt && (
            <>
              {' '}
              · next attempt <Moment at={nextAttemptAt} isDue />
            </>
          )}
        </span>
        {status !== 'PENDING' && hasScope('write') && (
          <Button isSmall onPress={sendAgain}>
            Send again
          </Button>
        )}
      </p>
      {error && (
        <p class="small">
          {error.message} <a href={`/docs/errors#${error.code}`}>What it means and what to do</a>
        </p>
      )}
    </div>
  )
}
