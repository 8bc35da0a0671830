import type { Render } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { StatusPill } from '../../components/status-pill.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeResponse, findState } from '../../format/describe-delivery.ts'

const MOST = 100

/** Who was told of a render and of its batch, and what they said. */
export function RenderWebhooks({ render: { batchId, renderId } }: { render: Render }) {
  const { value } = useRead(() => songreel.webhookDeliveries.list({ batchId, limit: MOST }))
  if (!value) return <p class="soft">One moment…</p>
  const own = value.items.filter((delivery) => delivery.renderId === renderId || delivery.renderId === null)
  if (own.length === 0)
    return (
      <p class="soft">
        Nothing was sent. <a href="/webhooks">Webhooks</a> tell another program when a video is done.
      </p>
    )
  return (
    <ul class="told">
      {own.map((delivery) => (
        <li key={delivery.deliveryId}>
          <a href={`/webhooks/deliveries/${delivery.deliveryId}`}>{delivery.type}</a>
          <StatusPill status={findState(delivery)} />
          <span class="soft small">{describeResponse(delivery)}</span>
        </li>
      ))}
    </ul>
  )
}
