import { type Delivery, NotFoundError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Id } from '../../components/id.tsx'
import { Moment } from '../../components/moment.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { StatusPill } from '../../components/status-pill.tsx'
import { showToast } from '../../components/toast.tsx'
import { isOnItsWay, useLookAgain } from '../../data/deliveries.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { useLive } from '../../data/use-live.ts'
import { describeAttempt, describeAttempts, findState } from '../../format/describe-delivery.ts'
import type { PageProps } from '../../page.ts'
import { hasScope } from '../../session/scopes.ts'
import { endsSession } from '../../session/session.ts'
import './delivery.css'

/** One delivery: what was sent, each attempt, and what the receiver responded. */
export function DeliveryPage({ params: { id = '' } }: PageProps) {
  const { delivery, isMissing } = useDelivery(id)
  usePageRequest(
    `/v1/webhook-deliveries/${id}`,
    `const delivery = await songreel.webhookDeliveries.get('${id}')`,
  )
  usePageTitle(delivery?.type)
  if (isMissing)
    return (
      <NotFoundPage
        what="delivery"
        why="It may belong to another organization, be older than what is kept, or the address is cut off."
        back={{ href: '/webhooks', label: 'All deliveries' }}
      />
    )
  if (!delivery) return <EmptyState isPage title="One moment…" />
  return (
    <div class="delivery-page">
      <Head delivery={delivery} />
      <div class="delivery-parts">
        <Attempts delivery={delivery} />
        <Sent delivery={delivery} />
      </div>
    </div>
  )
}

function useDelivery(id: string): { delivery: Delivery | undefined; isMissing: boolean } {
  const [delivery, setDelivery] = useState<Delivery>()
  const [isMissing, setMissing] = useState(false)
  const load = async () => {
    try {
      setDelivery(await songreel.webhookDeliveries.get(id))
    } catch (error) {
      // Anything else shows in the chip, and the next refresh tries again.
      if (!endsSession(error)) setMissing(error instanceof NotFoundError)
    }
  }
  useEffect(() => {
    setDelivery(undefined)
    setMissing(false)
    load()
  }, [id])
  useLive({ onRefresh: load })
  useLookAgain(delivery !== undefined && isOnItsWay(delivery), delivery, load)
  return { delivery, isMissing }
}

function Head({ delivery }: { delivery: Delivery }) {
  const { route } = useLocation()
  const { deliveryId, type, status, url, createdAt, batchId, renderId } = delivery
  const resend = async () => {
    const next = await songreel.webhookDeliveries.resend(deliveryId)
    showToast('It is sent again')
    route(`/webhooks/deliveries/${next.deliveryId}`)
  }
  return (
    <header class="delivery-head">
      <p class="small">
        <a href="/webhooks">← Webhooks</a>
      </p>
      <div class="row">
        <h1>{type}</h1>
        <StatusPill status={findState(delivery)} />
        {hasScope('write') && (
          <span class="push">
            <Button loudness={status === 'FAILED' ? 'main' : undefined} onPress={resend}>
              Resend
            </Button>
          </span>
        )}
      </div>
      <p class="row soft small">
        <span class="delivery-url">{url}</span>
        <span>
          made <Moment at={createdAt} />
        </span>
        {batchId && (
          <a href={`/batches/${batchId}${renderId ? `?render=${renderId}` : ''}`}>
            {renderId ? 'Its video' : 'Its batch'}
          </a>
        )}
        <Id value={deliveryId} label="delivery id" />
      </p>
    </header>
  )
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const { attempts, nextAttemptAt } = delivery
  return (
    <Card title="What came back" aside={<span class="soft small">{describeAttempts(delivery)}</span>}>
      {attempts.length === 0 && <p class="soft">It is on its way.</p>}
      <ol class="attempts" reversed>
        {attempts.toReversed().map((each, index) => (
          <li key={each.at}>
            <p class="attempt">
              <span class={isGood(each) ? 'attempt-mark is-good' : 'attempt-mark is-bad'} aria-hidden="true">
                {isGood(each) ? '✓' : '✕'}
              </span>
              <strong>{describeAttempt(each)}</strong>
              <span class="soft small">
                Attempt {attempts.length - index}, <Moment at={each.at} />
              </span>
            </p>
            {each.responseBody && (
              <CodeBlock text={each.responseBody} label={`Response to attempt ${attempts.length - index}`} />
            )}
          </li>
        ))}
      </ol>
      {nextAttemptAt && (
        <p class="soft small">
          The next attempt is <Moment at={nextAttemptAt} isDue />; Resend does not wait for it.
        </p>
      )}
    </Card>
  )
}

function Sent({ delivery }: { delivery: Delivery }) {
  const { eventId, attempts, event, url } = delivery
  const at = attempts.at(-1)?.at
  const head = [
    `POST ${url}`,
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    ...(at ? [`webhook-timestamp: ${Math.floor(Date.parse(at) / 1000)}`] : []),
    'webhook-signature: v1,…',
  ].join('\n')
  return (
    <Card title="What was sent">
      <CodeBlock text={head} label="Headers" />
      {event && <CodeBlock text={JSON.stringify(event, null, 2)} label="Body" />}
      <p class="soft small">
        Each attempt is signed anew and signatures are not kept. Links in the body are signed when it is sent;
        those shown here are fresh.
      </p>
    </Card>
  )
}

function isGood({ status = 0 }: Delivery['attempts'][number]): boolean {
  return status >= 200 && status < 300
}
