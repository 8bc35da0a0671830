import type { RebuildDryRun, SongRender, Songreel } from '@songreel/sdk'
import { EXIT, type ExitCode, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { collectList, type ListFlags } from './collect-list.ts'
import { saveBatch } from './download-batch.ts'
import { concludeBatch, followBatch } from './follow-batch.ts'
import { printVideos } from './manage-batches.ts'
import type { OutputFlags } from './output-form.ts'
import { type Column, type Fields, listColumns, printDone, printList, printRecord } from './print-records.ts'

/** How a rebuild is asked for. */
export type RebuildFlags = OutputFlags & {
  quiet?: boolean
  dryRun?: boolean
  key?: string
  wait?: boolean
  out?: string
}

type SegmentCount = NonNullable<RebuildDryRun['renders'][number]['segments']>
type Context<Flags> = { client: Songreel; flags: Flags; signal: AbortSignal }

const REASONS: Column = { heading: 'out of date by', show: (video) => showReasons(video) }
const PLANNED: Column[] = [
  ...listColumns('renderId', 'contentId', 'aspectRatio'),
  REASONS,
  { heading: 'to draw', show: ({ segments }) => showSegments(segments as SegmentCount | undefined) },
  { heading: 'takes about', show: ({ estimateSecs }) => `${Math.ceil(Number(estimateSecs))} s` },
  ...listColumns('fileName'),
]
const LISTED: Column[] = [
  ...listColumns('renderId', 'status', 'contentId', 'aspectRatio'),
  REASONS,
  ...listColumns('fileName'),
]

/** `songreel rebuild <id>`: exactly what is out of date is made again; the id of the batch is the result. */
export async function rebuild(id: string, context: Context<RebuildFlags>): Promise<ExitCode | undefined> {
  const { client, flags, signal } = context
  const records = chooseRecords(client, id)
  if (flags.dryRun) return showPlan(await records.dryRunRebuild(id, { signal }), flags)
  const made = await records.rebuild(id, { signal, ...(flags.key && { idempotencyKey: flags.key }) })
  if (made.batchId === null) {
    printDone('Everything is up to date: nothing was made.', { flags })
    if (flags.json) printRecord(made, { idField: 'batchId', flags })
    return EXIT.ok
  }
  printDone(`Batch ${made.batchId} is created, with ${countVideos(made.renders.length)}.`, { flags })
  if (!flags.wait && flags.out === undefined) {
    printRecord(made, { idField: 'batchId', flags, isIdEnough: true })
    return
  }
  const batch = await followBatch(made.batchId, context)
  if (flags.out !== undefined) await saveBatch(batch, { ...context, folder: flags.out })
  else if (!flags.json) printVideos(batch)
  return concludeBatch(batch)
}

/** `songreel media|bundles renders <id>` */
export async function listRenders(
  id: string,
  { client, flags, signal }: Context<OutputFlags & ListFlags & { stale?: boolean }>,
): Promise<undefined> {
  const filter = flags.stale ? { stale: true } : {}
  const renders = await collectList<SongRender>(
    (page) => chooseRecords(client, id).renders(id, { ...filter, ...page }, { signal }),
    flags,
  )
  printList(renders, { columns: LISTED, idField: 'renderId', flags })
}

function chooseRecords({ media, mediaBundles }: Songreel, id: string) {
  if (id.startsWith('med_')) return media
  if (id.startsWith('mbn_')) return mediaBundles
  throw usageError(`${cleanText(id)} is neither a song (med_…) nor a media bundle (mbn_…).`)
}

function showPlan(plan: RebuildDryRun, flags: RebuildFlags): undefined {
  const { videos, secs } = plan.estimate
  const words =
    videos === 0
      ? 'Everything is up to date.'
      : `${countVideos(videos)} would be made again, about ${Math.ceil(secs)} s of work. Nothing was created.`
  printDone(words, { flags })
  if (flags.json) printRecord(plan, { idField: 'batchId', flags })
  else printList(plan.renders, { columns: PLANNED, idField: 'renderId', flags })
}

function showReasons({ staleReasons }: Fields): string {
  return (staleReasons as string[]).join(', ')
}

function showSegments(segments: SegmentCount | undefined): string {
  return segments ? `${segments.total - segments.kept} of ${segments.total} parts` : '-'
}

function countVideos(count: number): string {
  return count === 1 ? '1 video' : `${count} videos`
}
