import type { Delivery } from '@songreel/sdk'
import { songreel } from '../../client.ts'
import { LinkButton } from '../../components/link-button.tsx'
import { Moment } from '../../components/moment.tsx'
import { useRead } from '../../data/use-read.ts'
import { describeResponse } from '../../format/describe-delivery.ts'
import { formatCount } from '../../format/format.ts'

const RECENT = 100

/** An address that takes no events at the moment. */
export type FailingWebhook = { url: string; latest: Delivery; since: string; count: number }

/** The addresses that have taken nothing since their last failure; one that works again is left out. Undefined until they are read. */
export function useFailingWebhooks(): FailingWebhook[] | undefined {
  const { value, error } = useRead(() => songreel.webhookDeliveries.list({ limit: RECENT }))
  return value || error ? listFailing(value?.items ?? []) : undefined
}

function listFailing(deliveries: Delivery[]): FailingWebhook[] {
  const tried = deliveries.filter(({ attempts }) => attempts.length > 0)
  return [...new Set(tried.map(({ url }) => url))].flatMap((url) => {
    const own = tried.filter((delivery) => delivery.url === url)
    const good = own.findIndex(({ status }) => status === 'DELIVERED')
    const failing = good < 0 ? own : own.slice(0, good)
    const [latest] = failing
    return latest
      ? [{ url, latest, since: failing.at(-1)?.createdAt ?? latest.createdAt, count: failing.length }]
      : []
  })
}

/** One of them among the things that need a person. */
export function FailingWebhookRow({ webhook }: { webhook: FailingWebhook }) {
  const { url, latest, since, count } = webhook
  return (
    <li data-move>
      <div class="stack needs-words">
        <a href={`/webhooks/deliveries/${latest.deliveryId}`}>Webhook {url}</a>
        <p class="soft">
          {formatCount(count, 'event')} not delivered. The last response: {describeResponse(latest)}
        </p>
        <p class="small soft">
          first <Moment at={since} />
        </p>
      </div>
      <LinkButton isSmall href="/webhooks">
        See
      </LinkButton>
    </li>
  )
}
