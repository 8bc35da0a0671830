import { type BatchRecord, type BatchRender, isFinal, type Songreel } from '@songreel/sdk'
import { EXIT, type ExitCode, leftError } from '../cli-error.ts'
import { cleanText, createPaint, type Paint, showMark, showTable } from '../print.ts'
import { createPlainView, createTerminalView, type ProgressView } from '../progress-view.ts'
import type { OutputFlags } from './output-form.ts'

/** How a batch is followed. */
export type FollowContext = {
  client: Songreel
  flags: OutputFlags & { quiet?: boolean }
  signal: AbortSignal
}

/** Follows a batch to its end, with one row per video; with --json, each of its states is a line on stdout. */
export async function followBatch(
  batchId: string,
  { client, flags, signal }: FollowContext,
): Promise<BatchRecord> {
  const view = flags.json || flags.quiet ? undefined : openView()
  let last: BatchRecord | undefined
  try {
    for await (last of client.batches.watch(batchId, { signal })) {
      if (flags.json) process.stdout.write(`${JSON.stringify(last)}\n`)
      if (view) showState(view, last)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw leftError(
      `Stopped watching; the batch goes on. To end it: songreel batches cancel ${cleanText(batchId)}`,
      error,
    )
  } finally {
    view?.close()
  }
  // A watch ends with a final state or throws.
  const batch = last as unknown as BatchRecord
  if (!flags.json) printEnd(batch, flags)
  return batch
}

/** 0: every video is there; 2: some; 1: none. */
export function concludeBatch({ status }: BatchRecord): ExitCode {
  if (status === 'COMPLETED') return EXIT.ok
  return status === 'PARTIALLY_COMPLETED' ? EXIT.someFailed : EXIT.failed
}

function openView(): ProgressView {
  const { stderr } = process
  const isTerminal = stderr.isTTY === true && process.env.TERM !== 'dumb'
  return isTerminal ? createTerminalView(stderr, createPaint(stderr)) : createPlainView(stderr)
}

/** What the engine calls the stages behind a render's states. */
const STAGES = { COLLECTING_ASSETS: 'READING', RENDERING: 'DRAWING', UPLOADING: 'CHECKING' } as const

function showState(view: ProgressView, { renders }: BatchRecord): void {
  const names = nameRenders(renders)
  view.start(names)
  for (const [index, render] of renders.entries()) {
    const [name = '', { status, progress }] = [names[index], render]
    const stage = Object.hasOwn(STAGES, status) ? STAGES[status as keyof typeof STAGES] : undefined
    if (isFinal(render)) view.end(name, { isGood: status === 'COMPLETED' })
    else if (stage)
      view.update(name, { stage, percent: progress, frames: 0, frameCount: 0, fps: 0, etaSecs: null })
  }
}

/** By shape, and by template where there are several; two of a kind are numbered. Of several songs, by their files, which tell the song. */
function nameRenders(renders: readonly BatchRender[]): string[] {
  if (renders.some(({ mediaId }) => mediaId)) return renders.map(({ fileName }) => cleanText(fileName))
  const isMixed = new Set(renders.map(({ contentId }) => contentId)).size > 1
  const names = renders.map(({ contentId, aspectRatio }) =>
    isMixed ? `${contentId} ${aspectRatio}` : aspectRatio,
  )
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((each) => each === name).length
    return before > 0 ? `${name} ${before + 1}` : name
  })
}

/** What became of each video; the addresses themselves are the result, on stdout. */
function printEnd({ renders, counts }: BatchRecord, { quiet }: { quiet?: boolean }): void {
  const paint = createPaint(process.stderr)
  const shown = quiet ? renders.filter(({ error }) => error) : renders
  const names = nameRenders(renders)
  const rows = shown.map((render) => [
    `  ${showEnd(render, paint)} ${names[renders.indexOf(render)]}`,
    cleanText(render.error ? `${render.error.code}: ${render.error.message}` : render.fileName),
  ])
  const lines = showTable(rows)
  const summary = `  ${counts.completed} of ${counts.total} videos are made.`
  process.stderr.write([...lines, ...(quiet ? [] : [summary])].map((line) => `${line}\n`).join(''))
}

function showEnd({ status }: BatchRender, paint: Paint): string {
  return showMark(status === 'COMPLETED' ? 'good' : 'bad', paint)
}
