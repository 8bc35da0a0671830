import type { Delivery, DeliveryFilter } from '@songreel/sdk'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Field } from '../../components/field.tsx'
import { type DeliveryList, useDeliveries } from '../../data/deliveries.ts'
import { useOwnQuery } from '../../data/use-own-query.ts'
import '../../components/filters.css'
import { Moment } from '../../components/moment.tsx'
import { describeStatus, StatusPill } from '../../components/status-pill.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { showToast } from '../../components/toast.tsx'
import { describeAttempts, describeResponse, findState } from '../../format/describe-delivery.ts'
import { describeError } from '../../format/describe-error.ts'
import { hasScope } from '../../session/scopes.ts'
import { Addresses } from './addresses.tsx'
import { EVENT_TYPES } from './event-types.ts'
import { RecoverDialog } from './recover-dialog.tsx'

const PAGE_SIZE = 50
const STATUSES = ['PENDING', 'DELIVERED', 'FAILED']

type Props = {
  webhookUrl: string | null | undefined
  /** How many test events were sent: with one more, the list is read again. */
  sentCount: number
  onTest(): void
}

/** What became of every event, newest first. */
export function Deliveries({ webhookUrl, sentCount, onTest }: Props) {
  const hasAddress = webhookUrl !== null
  const { status, type } = useOwnQuery('/webhooks')
  const { route } = useLocation()
  const [isAsking, setAsking] = useState(false)
  const filter = { ...(status && { status }), ...(type && { type }) } as DeliveryFilter
  const list = useDeliveries(filter, PAGE_SIZE)
  useEffect(() => {
    if (sentCount > 0) list.reload()
  }, [sentCount])
  const choose = (next: { status?: string; type?: string }) => {
    const wanted = Object.entries({ status, type, ...next }).filter(([, value]) => value) as [
      string,
      string,
    ][]
    route(`/webhooks${wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''}`, true)
  }
  return (
    <>
      <Addresses webhookUrl={webhookUrl} seen={list.deliveries} />
      <section class="stack" aria-labelledby="deliveries">
        <div class="row">
          <h2 id="deliveries">Deliveries</h2>
          <search class="filters">
            <Choice
              label="State"
              value={status}
              options={STATUSES}
              onChoose={(each) => choose({ status: each })}
            />
            <Choice
              label="Event"
              value={type}
              options={EVENT_TYPES}
              onChoose={(each) => choose({ type: each })}
            />
          </search>
          {hasScope('write') && <Button onPress={() => setAsking(true)}>Resend failed…</Button>}
        </div>
        <Rows list={list} isFiltered={Boolean(status || type)} onAll={() => choose({ status: '', type: '' })}>
          <EmptyState
            title={hasAddress ? 'Nothing was sent yet' : 'No address yet'}
            text={
              hasAddress
                ? 'The next video that is done is reported here. A test event shows now whether your receiver works.'
                : 'Save one above, or set webhookUrl on a batch. A test event can go to any address first.'
            }
          >
            <Button needs="write" onPress={onTest}>
              Send test event
            </Button>
          </EmptyState>
        </Rows>
        {isAsking && <RecoverDialog onSent={list.reload} onClose={() => setAsking(false)} />}
      </section>
    </>
  )
}

type RowsProps = {
  list: DeliveryList
  isFiltered: boolean
  onAll(): void
  children: ComponentChildren
}

function Rows({
  list: { deliveries, error, hasMore, loadMore, reload },
  isFiltered,
  onAll,
  children,
}: RowsProps) {
  if (!deliveries)
    return error ? <EmptyState title="The list could not be read" text={describeError(error)} /> : null
  if (deliveries.length === 0 && isFiltered)
    return (
      <EmptyState title="No delivery passes this filter" text="Choose another state or event.">
        <Button onPress={onAll}>Show all</Button>
      </EmptyState>
    )
  if (deliveries.length === 0) return <>{children}</>
  const columns = hasScope('write') ? [...COLUMNS, againColumn(reload)] : COLUMNS
  return (
    <>
      <Table label="Deliveries" rows={deliveries} columns={columns} keyOf={({ deliveryId }) => deliveryId} />
      {hasMore && (
        <div class="row">
          <Button onPress={loadMore}>Load more</Button>
        </div>
      )}
    </>
  )
}

const COLUMNS: Column<Delivery>[] = [
  {
    head: 'Event',
    cell: ({ deliveryId, type, url }) => (
      <a class="delivery" href={`/webhooks/deliveries/${deliveryId}`}>
        <span class="delivery-type">{type}</span>
        <span class="soft small">{url}</span>
      </a>
    ),
  },
  { head: 'State', cell: (delivery) => <State delivery={delivery} /> },
  {
    head: 'Response',
    cell: (delivery) => <span class="delivery-response">{describeResponse(delivery)}</span>,
    isExtra: true,
  },
  { head: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} />, isNumber: true, isExtra: true },
]

function State({ delivery }: { delivery: Delivery }) {
  const { nextAttemptAt, attempts } = delivery
  return (
    <div class="row">
      <StatusPill status={findState(delivery)} />
      {(attempts.length > 1 || nextAttemptAt) && (
        <span class="soft small">
          {describeAttempts(delivery)}
          {nextAttemptAt && (
            <>
              , next <Moment at={nextAttemptAt} isDue />
            </>
          )}
        </span>
      )}
    </div>
  )
}

function againColumn(reload: () => Promise<void>): Column<Delivery> {
  const resend = async ({ deliveryId }: Delivery) => {
    await songreel.webhookDeliveries.resend(deliveryId)
    showToast('It is sent again')
    await reload()
  }
  return {
    head: 'Again',
    cell: (delivery) => (
      <Button isSmall aria-label={`Resend ${delivery.type}`} onPress={() => resend(delivery)}>
        Resend
      </Button>
    ),
    isNumber: true,
    isExtra: true,
  }
}

type ChoiceProps = { label: string; value?: string; options: string[]; onChoose(value: string): void }

function Choice({ label, value = '', options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(box) => (
        <select {...box} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">All</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {describeStatus(option)[0]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
