import type { RenderProgress, RenderStage } from '@songreel/render'
import { formatLeft, formatTook } from './clock.ts'
import { measureWidth, type Paint, padEnd, showMark, truncate } from './print.ts'

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
const STAGE_NAMES: Record<RenderStage, string> = {
  READING: 'Reading',
  ANALYSING: 'Listening',
  DRAWING: 'Rendering',
  CHECKING: 'Checking',
}

const STAGE_WIDTH = 9
const BAR_WIDTH = 25
const NARROW_BAR_WIDTH = 10
/** Long names give way: how far a video is matters more than what it is called. */
const MAX_NAME_SHARE = 0.3

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
    // Some pseudo-terminals say that they have none.
    const columns = stream.columns || 80
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
      nameWidth = Math.max(...names.map(measureWidth))
    },
    update(name, progress) {
      const ten = Math.floor(progress.percent / 10)
      if (ten <= (tens.get(name) ?? 0) || ten > 9) return
      tens.set(name, ten)
      const where = name ? `  ${padEnd(name, nameWidth)}  ` : '  '
      const frames = progress.frameCount > 0 ? formatFrames(progress) : ''
      stream.write(`${where}${STAGE_NAMES[progress.stage]}  ${ten * 10} %  ${frames}`.trimEnd())
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
  const widest = Math.max(...names.map(measureWidth))
  const nameWidth = Math.min(widest, Math.floor(columns * MAX_NAME_SHARE))
  const shown = truncate(name, nameWidth)
  // A single video has the wider columns of the lines above it.
  const label = (stage: string) =>
    nameWidth === 0 ? padEnd(stage, 13) : `${padEnd(shown, nameWidth)}  ${padEnd(stage, STAGE_WIDTH)}  `
  if (result) {
    const mark = showMark(result.isGood ? 'good' : 'bad', paint)
    const took = result.tookMs === undefined ? '' : formatTook(result.tookMs)
    return `  ${mark} ${label(result.isGood ? 'Rendered' : 'Failed')}${took}`
  }
  if (!progress) return `  ${showMark('none', paint)} ${paint('dim', label('Waiting').trimEnd())}`
  const start = `  ${showMark('busy', paint)} ${label(STAGE_NAMES[progress.stage])}`
  const room = columns - 1 - measureWidth(start)
  return `${start}${showMeasure(progress, room, paint)}`
}

/** Bar and facts, as much of them as there is room for: first the words go, then the bar gets shorter, then it goes, too. */
function showMeasure(progress: RenderProgress, room: number, paint: Paint): string {
  const facts = listFacts(progress)
  const forms: [barWidth: number, facts: string][] = [
    [BAR_WIDTH, facts.long],
    [BAR_WIDTH, facts.short],
    [NARROW_BAR_WIDTH, facts.short],
    [NARROW_BAR_WIDTH, facts.shortest],
    [0, facts.shortest],
  ]
  const fits = ([barWidth, text]: [number, string]) => barWidth + 2 + measureWidth(text) <= room
  const [barWidth, text] = forms.find(fits) ?? forms.at(-1)!
  return barWidth === 0 ? text : `${showBar(progress, barWidth, paint)}  ${text}`
}

function showBar(progress: RenderProgress, width: number, paint: Paint): string {
  const { frames, frameCount, stage, percent } = progress
  const share = stage === 'CHECKING' ? 1 : frameCount > 0 ? frames / frameCount : percent / 100
  const filled = Math.min(width, Math.round(share * width))
  return paint('cyan', '━'.repeat(filled)) + paint('dim', '─'.repeat(width - filled))
}

/** `268/450 frames · 61 fps · about 3 s left`, as far as it is known. */
function formatFrames(progress: RenderProgress): string {
  return listFacts(progress).long
}

function listFacts(progress: RenderProgress) {
  const { stage, frames, frameCount, fps, etaSecs } = progress
  if (stage !== 'DRAWING') return { long: '', short: '', shortest: '' }
  // A server tells percents alone.
  if (frameCount === 0) {
    const told = `${Math.floor(progress.percent)} %`
    return { long: told, short: told, shortest: told }
  }
  const speed = fps > 0 ? [`${Math.max(1, Math.round(fps))} fps`] : []
  const left = etaSecs === null ? [] : [formatLeft(etaSecs)]
  const percent = `${Math.floor((100 * frames) / frameCount)} %`
  return {
    long: [`${frames}/${frameCount} frames`, ...speed, ...left].join(' · '),
    short: [`${frames}/${frameCount}`, ...left].join(' · '),
    shortest: [percent, ...left].join(' · '),
  }
}
