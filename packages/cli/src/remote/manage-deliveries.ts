import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery, DeliveryFilter, Songreel, WebhookTest } from '@songreel/sdk'
import { EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { cleanText, createPaint, showMark } from '../print.ts'
import { collectList, type ListFlags, readFilter } from './collect-list.ts'
import type { OutputFlags } from './output-form.ts'
import {
  type Column,
  type Fields,
  listColumns,
  printDone,
  printLines,
  printList,
  printRecord,
} from './print-records.ts'
import type { FieldFlag } from './resources.ts'

type Context = {
  client: Songreel
  flags: OutputFlags & ListFlags & { quiet?: boolean; url?: string; type?: string; since?: string }
  values: Fields
  signal: AbortSignal
}

/** How often a delivery is asked for before its first attempt is given up on, and how long between. */
const LOOKS = 80
const LOOK_MS = 250

const COLUMNS: Column[] = [
  ...listColumns('deliveryId', 'status', 'type'),
  { heading: 'attempts', show: ({ attempts }) => (attempts as Delivery['attempts']).length },
  { heading: 'response', show: (record) => describeAttempt(record as Delivery) },
  ...listColumns('createdAt', 'url'),
]

/** `songreel webhooks deliveries [id]` */
export async function showDeliveries(
  id: string | undefined,
  filters: readonly FieldFlag[],
  { client, flags, values, signal }: Context,
): Promise<undefined> {
  if (id !== undefined) {
    printRecord(await client.webhookDeliveries.get(id, { signal }), { idField: 'deliveryId', flags })
    return
  }
  const { status, ...filter } = readFilter(filters, values)
  const wanted = {
    ...filter,
    ...(status !== undefined && { status: String(status).toUpperCase() }),
  } as DeliveryFilter
  const found = await collectList(
    (page) => client.webhookDeliveries.list({ ...wanted, ...page }, { signal }),
    flags,
  )
  printList(found, { columns: COLUMNS, idField: 'deliveryId', flags })
}

/** `songreel webhooks test`: sends a sample the way a real event goes, and says what the receiver responded. */
export async function sendTestEvent({ client, flags, signal }: Context): Promise<ExitCode> {
  const { url, type } = flags
  const test = { ...(url && { url }), ...(type && { type }) } as WebhookTest
  return reportAttempt(await client.webhooks.test(test, { signal }), { client, flags, signal })
}

/** `songreel webhooks resend <id>` */
export async function resendDelivery(id: string, { client, flags, signal }: Context): Promise<ExitCode> {
  return reportAttempt(await client.webhookDeliveries.resend(id, { signal }), { client, flags, signal })
}

/** `songreel webhooks recover --since <time>`: sends again what was given up since then. */
export async function recoverDeliveries({ client, flags, signal }: Context): Promise<undefined> {
  const since = new Date(flags.since ?? '')
  if (Number.isNaN(since.getTime()))
    throw usageError(
      `--since ${cleanText(flags.since ?? '')} is no time; write it as 2026-11-01 or 2026-11-01T12:00:00Z.`,
    )
  const sent = await client.webhookDeliveries.recover({ since }, { signal })
  printDone(`${sent.length === 1 ? '1 delivery is' : `${sent.length} deliveries are`} sent again.`, { flags })
  printList(sent, { columns: listColumns('deliveryId', 'type', 'url'), idField: 'deliveryId', flags })
}

/** `songreel webhooks secret` */
export async function showSecret({ client, flags, signal }: Context): Promise<undefined> {
  const found = await client.webhooks.secret({ signal })
  if (flags.json) printRecord(found, { idField: 'secret', flags })
  else printLines([found.secret])
}

async function reportAttempt(
  sent: Delivery,
  { client, flags, signal }: Pick<Context, 'client' | 'flags' | 'signal'>,
): Promise<ExitCode> {
  let delivery = sent
  for (let look = 0; look < LOOKS && delivery.attempts.length === 0; look++) {
    await pause(LOOK_MS, undefined, { signal })
    delivery = await client.webhookDeliveries.get(sent.deliveryId, { signal })
  }
  const isGood = delivery.status === 'DELIVERED'
  if (!flags.json && !(flags.quiet && isGood)) {
    const mark = showMark(isGood ? 'good' : 'bad', createPaint(process.stderr))
    const again = delivery.nextAttemptAt ? `   The next attempt is at ${delivery.nextAttemptAt}.` : ''
    process.stderr.write(
      `  ${mark} ${cleanText(`${delivery.type} to ${delivery.url}: ${describeAttempt(delivery)}${again}`)}\n`,
    )
  }
  printRecord(delivery, { idField: 'deliveryId', flags, isIdEnough: true })
  return isGood ? EXIT.ok : EXIT.failed
}

/** What came of the last attempt. */
function describeAttempt({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  if (!last) return 'not attempted yet'
  const body = last.responseBody?.trim()
  const shown = body ? `, ${JSON.stringify(body.slice(0, 100))}` : ''
  return last.status === undefined
    ? (last.error ?? 'no response')
    : `${last.status} in ${last.tookMs} ms${shown}`
}
