import type { BatchInput, Songreel } from '@songreel/sdk'
import { type ExitCode, usageError } from '../cli-error.ts'
import { readJsonFile } from '../songs/read-json-file.ts'
import { composeRenders, type RenderFlags } from './compose-renders.ts'
import { composeSong, type SongFlags } from './compose-song.ts'
import { saveBatch } from './download-batch.ts'
import { concludeBatch, followBatch } from './follow-batch.ts'
import { printVideos } from './manage-batches.ts'
import type { OutputFlags } from './output-form.ts'
import { printDone, printRecord } from './print-records.ts'

/** Everything that can be said about a new batch. */
export type CreateFlags = OutputFlags &
  RenderFlags &
  SongFlags & {
    quiet?: boolean
    media?: string
    request?: string
    ref?: string
    webhook?: string
    key?: string
    fresh?: boolean
    dryRun?: boolean
    wait?: boolean
    out?: string
  }

type Context = { client: Songreel; flags: CreateFlags; signal: AbortSignal }

/** `songreel batches create`: of a song file, of a song that the server has, or of a whole request. */
export async function createBatch(song: string | undefined, context: Context): Promise<ExitCode | undefined> {
  const { client, flags, signal } = context
  const input = await composeInput(song, context)
  if (flags.dryRun) return dryRun(input, context)
  const options = {
    signal,
    ...(flags.key && { idempotencyKey: flags.key }),
    ...(flags.fresh && { isFresh: true }),
  }
  const made = await client.batches.create(input, options)
  const { batchId, renders } = made
  printDone(
    `Batch ${batchId} is created, with ${renders.length === 1 ? '1 video' : `${renders.length} videos`}.`,
    {
      flags,
      warnings: made.$meta.warnings,
    },
  )
  if (!flags.wait && flags.out === undefined) {
    printRecord(made, { idField: 'batchId', flags, isIdEnough: true })
    return
  }
  const batch = await followBatch(batchId, context)
  if (flags.out !== undefined) await saveBatch(batch, { ...context, folder: flags.out })
  else if (!flags.json) printVideos(batch)
  return concludeBatch(batch)
}

async function composeInput(song: string | undefined, context: Context): Promise<BatchInput> {
  const { client, flags, signal } = context
  const { media: mediaId, request, ref, webhook } = flags
  const sources = [song, mediaId, request].filter((each) => each !== undefined)
  if (sources.length !== 1)
    throw usageError(
      'Give one of these: a song file, --media <id> of a song that the server has, or --request <file>.',
    )
  // As `songreel render --print-request` prints it; the server says what is wrong with it.
  if (request !== undefined)
    return (await readJsonFile(request, '{"mediaId": …, "renders": […]}')) as BatchInput
  const renders = await composeRenders(client, flags, { signal })
  const what = song === undefined ? { mediaId } : await composeSong(song, context)
  return { ...what, ...(ref && { ref }), ...(webhook && { webhookUrl: webhook }), renders }
}

async function dryRun(input: BatchInput, { client, flags, signal }: Context): Promise<undefined> {
  const planned = await client.batches.dryRun(input, { signal })
  const { videos, secs } = planned.estimate
  printDone(
    `Everything is in order: ${videos === 1 ? '1 video' : `${videos} videos`}, about ${Math.ceil(secs)} s of work. Nothing was created.`,
    {
      flags,
      warnings: planned.warnings,
    },
  )
  if (flags.json || flags.output) printRecord(planned, { idField: 'ref', flags })
}
