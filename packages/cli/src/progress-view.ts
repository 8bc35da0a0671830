import type { RenderProgress, RenderStage } from '@songreel/render'
import { formatLeft, formatTook } from './clock.ts'
import { type Paint, padEnd, showMark, truncate } from './print.ts'

/** How a video ended. */
export type RowResult = { isGood: boolean; tookMs?: number }

/** How far several videos are, shown while they are made. */
export type ProgressView = {
  /** Says what one waits for before there are videos to follow; undefined: nothing more. */
  wait(what: string | undefined): void
  /** Names the rows; with one unnamed row the stage itself is the name. */
  start(rows: readonly string[]): void
  update(row: string, progress: RenderProgress): void
  end(row: string, result: RowResult): void
  /** Writes lines that stay, above the rows. */
  print(lines: readonly string[]): void
  /** Takes the rows away. */
  close(): void
}

/** What the engine's stages are called here. */
export const STAGE_NAMES: Record<RenderStage, string> = {
  READING: 'Reading',
  ANALYSING: 'Listening',
  DRAWING: 'Rendering',
  CHECKING: 'Checking',
}

const STAGE_WIDTH = 9
const BAR_WIDTH = 25
const NARROW_BAR_WIDTH = 10
const NARROW_COLUMNS = 70

type Row = { progress?: RenderProgress; result?: RowResult }

/** Where a view writes. */
export type ViewStream = { write(text: string): unknown; columns?: number }

/** Rows that are drawn over again, for a terminal. */
export function createTerminalView(stream: ViewStream, paint: Paint): ProgressView {
  const rows = new Map<string, Row>()
  let shown = 0
  let waitingFor: string | undefined
  const erase = () => {
    // Up to the first row, then everything from there to the end of the screen goes.
    if (shown > 0) stream.write(`\x1b[${shown}A\x1b[0J`)
    shown = 0
  }
  const draw = () => {
    erase()
    const columns = stream.columns ?? 80
    const lines = [...rows].map(([name, row]) => showRow(name, row, { rows, columns, paint }))
    if (waitingFor) lines.push(`  ${showMark('busy', paint)} ${waitingFor} …`)
    // A line that wraps would be counted wrong when it is erased.
    for (const line of lines) stream.write(`${truncate(line, columns - 1)}\n`)
    shown = lines.length
  }
  return {
    wait(what) {
      waitingFor = what
      draw()
    },
    start(names) {
      for (const name of names) rows.set(name, {})
      draw()
    },
    update(name, progress) {
      rows.set(name, { progress })
      draw()
    },
    end(name, result) {
      rows.set(name, { result })
      draw()
    },
    print(lines) {
      erase()
      for (const line of lines) stream.write(`${line}\n`)
      draw()
    },
    close() {
      erase()
      waitingFor = undefined
      rows.clear()
    },
  }
}

/** One plain line per 10 %, for pipes and log files: never a carriage return, never an escape sequence. */
export function createPlainView(stream: ViewStream): ProgressView {
  const tens = new Map<string, number>()
  let nameWidth = 0
  return {
    wait: () => undefined,
    start(names) {
      nameWidth = Math.max(...names.map((name) => name.length))
    },
    update(name, progress) {
      const ten = Math.floor(progress.percent / 10)
      if (ten <= (tens.get(name) ?? 0) || ten > 9) return
      tens.set(name, ten)
      const where = name ? `  ${padEnd(name, nameWidth)}  ` : '  '
      stream.write(`${where}${STAGE_NAMES[progress.stage]}  ${ten * 10} %  ${tellFrames(progress)}`.trimEnd())
      stream.write('\n')
    },
    end: () => undefined,
    print(lines) {
      for (const line of lines.filter((line) => line.trim() !== '')) stream.write(`${line}\n`)
    },
    close: () => undefined,
  }
}

type Surroundings = { rows: ReadonlyMap<string, Row>; columns: number; paint: Paint }

function showRow(name: string, { progress, result }: Row, { rows, columns, paint }: Surroundings): string {
  const names = [...rows.keys()]
  const nameWidth = Math.max(...names.map((each) => each.length))
  // A single video has the wider columns of the lines above it.
  const label = (stage: string) =>
    nameWidth === 0 ? padEnd(stage, 13) : `${padEnd(name, nameWidth)}  ${padEnd(stage, STAGE_WIDTH)}  `
  if (result) {
    const mark = showMark(result.isGood ? 'good' : 'bad', paint)
    const took = result.tookMs === undefined ? '' : formatTook(result.tookMs)
    return `  ${mark} ${label(result.isGood ? 'Rendered' : 'Failed')}${took}`
  }
  if (!progress) return `  ${showMark('none', paint)} ${paint('dim', label('Waiting').trimEnd())}`
  const bar = showBar(progress, columns < NARROW_COLUMNS ? NARROW_BAR_WIDTH : BAR_WIDTH, paint)
  return `  ${showMark('busy', paint)} ${label(STAGE_NAMES[progress.stage])}${bar}  ${tellFrames(progress)}`
}

function showBar({ frames, frameCount, stage }: RenderProgress, width: number, paint: Paint): string {
  const share = stage === 'CHECKING' ? 1 : frameCount > 0 ? frames / frameCount : 0
  const filled = Math.min(width, Math.round(share * width))
  return paint('cyan', '━'.repeat(filled)) + paint('dim', '─'.repeat(width - filled))
}

/** `268/450 frames · 61 fps · about 3 s left`, as far as it is known. */
function tellFrames({ stage, frames, frameCount, fps, etaSecs }: RenderProgress): string {
  if (stage !== 'DRAWING' || frameCount === 0) return ''
  const facts = [`${frames}/${frameCount} frames`]
  if (fps > 0) facts.push(`${Math.max(1, Math.round(fps))} fps`)
  if (etaSecs !== null) facts.push(formatLeft(etaSecs))
  return facts.join(' · ')
}
