import type { BatchRecord, BatchStatus, Songreel } from '@songreel/sdk'
import type { ExitCode } from '../cli-error.ts'
import { showTable } from '../print.ts'
import { collectList, type ListFlags, readFilter } from './collect-list.ts'
import { concludeBatch, followBatch } from './follow-batch.ts'
import { type OutputFlags, readForm } from './output-form.ts'
import {
  type Column,
  type Fields,
  listColumns,
  printDone,
  printFacts,
  printJson,
  printLines,
  printList,
  printRecord,
  showValue,
} from './print-records.ts'
import type { FieldFlag } from './resources.ts'

type Context = {
  client: Songreel
  flags: OutputFlags & ListFlags & { quiet?: boolean }
  values: Fields
  signal: AbortSignal
}

const COLUMNS: Column[] = [
  ...listColumns('batchId', 'status'),
  { heading: 'progress', show: ({ progress }) => `${progress} %` },
  { heading: 'videos', show: ({ counts }) => (counts as BatchRecord['counts']).total },
  ...listColumns('createdAt', 'ref'),
]

/** `songreel batches list` */
export async function listBatches(
  filters: readonly FieldFlag[],
  { client, flags, values, signal }: Context,
): Promise<undefined> {
  const { status, ...filter } = readFilter(filters, values)
  const wanted = status === undefined ? {} : { status: String(status).toUpperCase() as BatchStatus }
  const batches = await collectList(
    (page) => client.batches.list({ ...filter, ...(wanted as object), ...page }, { signal }),
    flags,
  )
  printList(batches, { columns: COLUMNS, idField: 'batchId', flags })
}

/** `songreel batches get <id>` */
export async function showBatch(batchId: string, { client, flags, signal }: Context): Promise<undefined> {
  printBatch(await client.batches.get(batchId, { signal }), flags)
}

/** `songreel batches watch <id>`: the addresses of its videos are the result. */
export async function watchBatch(batchId: string, context: Context): Promise<ExitCode> {
  const batch = await followBatch(batchId, context)
  if (!context.flags.json) printVideos(batch)
  return concludeBatch(batch)
}

/** `songreel batches cancel|retry <id>` */
export async function changeBatch(
  change: 'cancel' | 'retry',
  batchId: string,
  { client, flags, signal }: Context,
): Promise<undefined> {
  const batch = await client.batches[change](batchId, { signal })
  printDone(batch.$meta.message ?? `It is ${batch.status}.`, { flags })
  printRecord(batch, { idField: 'batchId', flags, isIdEnough: true })
}

/** One line per finished video. */
export function printVideos({ renders }: BatchRecord): void {
  printLines(renders.flatMap(({ renderUrl }) => renderUrl ?? []))
}

/** A batch for people: its facts, then a row per render. */
function printBatch(batch: BatchRecord, flags: OutputFlags): void {
  const form = readForm(flags, ['table', 'json', 'ids'])
  const { renders, counts: _, ...facts } = batch
  if (form === 'json') printJson(batch)
  else if (form === 'ids') printLines(renders.map(({ renderId }) => renderId))
  else {
    printFacts(facts)
    const rows = renders.map(({ renderId, status, progress, contentId, aspectRatio, fileName, error }) =>
      [renderId, status, `${progress} %`, contentId, aspectRatio, error?.message ?? fileName].map(showValue),
    )
    printLines(['', ...showTable(rows)])
  }
}
