import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BatchRecord, SavedVideo, Songreel } from '@songreel/sdk'
import { CliError, EXIT, type ExitCode, inputError, leftError } from '../cli-error.ts'
import { cleanText, createPaint } from '../print.ts'
import { createTerminalView } from '../progress-view.ts'
import { concludeBatch } from './follow-batch.ts'
import type { OutputFlags } from './output-form.ts'
import { printDone, printJson, printLines } from './print-records.ts'

type Context = {
  client: Songreel
  flags: OutputFlags & { quiet?: boolean; out?: string; zip?: string }
  signal: AbortSignal
}

/** `songreel batches download`: the files' paths are the result. 2 if some videos are not there. */
export async function downloadBatch(batchId: string, context: Context): Promise<ExitCode> {
  const { client, flags, signal } = context
  const batch = await client.batches.get(batchId, { signal })
  if (!batch.renders.some(({ renderUrl }) => renderUrl)) {
    const hint = batch.isFinal ? '' : `   Wait for it: songreel batches watch ${cleanText(batchId)}`
    throw new CliError(
      'NO_VIDEOS',
      EXIT.failed,
      `It is ${batch.status}, and no video of it can be downloaded.${hint}`,
    )
  }
  if (flags.zip === undefined) await saveBatch(batch, { ...context, folder: flags.out ?? '.' })
  else await saveArchive(batchId, flags.zip, context)
  return concludeBatch(batch) === EXIT.ok ? EXIT.ok : EXIT.someFailed
}

/** Saves what is finished: resumes what an earlier try left, and checks what arrived. */
export async function saveBatch(
  { batchId }: BatchRecord,
  { client, flags, signal, folder }: Context & { folder: string },
): Promise<void> {
  const { stderr } = process
  const isShown = stderr.isTTY && !flags.quiet && !flags.json
  const view = isShown ? createTerminalView(stderr, createPaint(stderr)) : undefined
  let saved: SavedVideo[]
  try {
    saved = await client.batches.downloadAll(batchId, {
      dir: folder,
      signal,
      onProgress: ({ fileName, receivedBytes, totalBytes }) =>
        view?.wait(`Saving ${cleanText(fileName)}  ${formatShare(receivedBytes, totalBytes)}`),
    })
  } catch (error) {
    if (!signal.aborted) throw error
    throw leftError('Stopped. What is half saved goes on next time.', error)
  } finally {
    view?.close()
  }
  const files = saved.flatMap(({ file, captions }) => [file, ...captions])
  if (flags.json) printJson({ items: saved })
  else printLines(files)
}

function formatShare(bytes: number, totalBytes: number | undefined): string {
  return totalBytes ? `${Math.floor((100 * bytes) / totalBytes)} %` : ''
}

/** One ZIP of all; `-` is stdout. A file is there only when it is whole. */
async function saveArchive(batchId: string, file: string, { client, flags, signal }: Context): Promise<void> {
  if (file !== '-') await demandPlace(file)
  const body = Readable.fromWeb((await client.batches.archive(batchId, { signal })) as never)
  if (file === '-') return pipeline(body, process.stdout, { end: false })
  const part = `${file}.part`
  try {
    await pipeline(body, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    if (!signal.aborted) throw error
    throw leftError('Stopped. What was half saved is removed.', error)
  }
  printDone('Saved.', { flags })
  if (flags.json) printJson({ file })
  else printLines([file])
}

/** Said before anything is downloaded. */
async function demandPlace(file: string): Promise<void> {
  const [found, home] = await Promise.all(
    [file, dirname(resolve(file))].map((path) => stat(path).catch(() => undefined)),
  )
  if (found?.isDirectory()) throw inputError(`--zip ${cleanText(file)} is a folder. Name a file in it.`)
  if (!home?.isDirectory())
    throw inputError(
      `--zip ${cleanText(file)} cannot be written: there is no folder ${cleanText(dirname(file))}.`,
    )
}
