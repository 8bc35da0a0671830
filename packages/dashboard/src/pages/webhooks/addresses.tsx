import type { WebhookAddress } from '@songreel/sdk'
import { useEffect } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Moment } from '../../components/moment.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { useRead } from '../../data/use-read.ts'

type Props = {
  webhookUrl: string | null | undefined
  /** The deliveries as they were last read: with other ones, these figures are others, too. */
  seen: unknown
}

/** How the last day went, for every address that something was sent to: the organization's and those of batches. */
export function Addresses({ webhookUrl, seen }: Props) {
  const { value, reload } = useRead(() => songreel.webhooks.addresses({ hours: 24 }))
  useEffect(() => {
    if (seen) reload()
  }, [seen])
  if (!value || value.items.length === 0) return null
  return (
    <section class="stack" aria-labelledby="addresses">
      <div class="row">
        <h2 id="addresses">Addresses</h2>
        <span class="soft small">last 24 hours</span>
      </div>
      <Table
        label="Addresses"
        rows={value.items}
        columns={listColumns(webhookUrl)}
        keyOf={({ url }) => url}
      />
    </section>
  )
}

function listColumns(webhookUrl: string | null | undefined): Column<WebhookAddress>[] {
  return [
    {
      head: 'Address',
      cell: ({ url }) => (
        <span class="delivery">
          <span class="delivery-type">{url}</span>
          <span class="soft small">
            {url === webhookUrl ? 'of the organization' : 'of a batch or a test'}
          </span>
        </span>
      ),
    },
    { head: 'Arrived', cell: ({ delivered }) => count(delivered), isNumber: true },
    {
      head: 'Failed',
      cell: ({ failed }) => <span class={failed > 0 ? 'is-bad' : undefined}>{count(failed)}</span>,
      isNumber: true,
    },
    { head: 'On their way', cell: ({ pending }) => count(pending), isNumber: true, isExtra: true },
    {
      head: 'Last arrived',
      cell: ({ lastDeliveredAt }) => (lastDeliveredAt ? <Moment at={lastDeliveredAt} /> : 'never'),
      isNumber: true,
      isExtra: true,
    },
  ]
}

function count(number: number): string {
  return number.toLocaleString('en')
}
