import type { CliEvent } from './events.ts'
import { cleanText, createPaint, type Paint, showSentence } from './print.ts'
import { createPlainView, createTerminalView, type ProgressView } from './progress-view.ts'
import { showEvent } from './show-event.ts'

/** Reports what happens: results on stdout, talk on stderr, or with --json every event on stdout. */
export type Reporter = {
  report(event: CliEvent): void
  /** Says what one waits for; undefined: nothing more. */
  wait(what?: string): void
  /** Names the videos whose progress will be shown. */
  follow(videos: readonly string[]): void
  /** Lines for people; programs and --quiet do not get them. */
  say(...lines: string[]): void
  /** As `say`, but only where a person reads along. */
  advise(...lines: string[]): void
  /** The result: a line on stdout. Left out where the talk beside it has just shown the same to the same person. */
  result(text: string): void
  close(): void
  readonly paint: Paint
}

/** How much is reported, and to whom. */
export type ReporterOptions = {
  json?: boolean
  quiet?: boolean
  /** There will be one video, and nobody needs its name in front of its progress. */
  isSolo?: boolean
}

/** Chooses the way to talk by flags and by what the streams are. */
export function createReporter({ json = false, quiet = false, isSolo = false }: ReporterOptions): Reporter {
  if (json) return createJsonReporter()
  const { stdout, stderr } = process
  const isTerminal = stderr.isTTY === true && process.env.TERM !== 'dumb'
  const paint = createPaint(stderr)
  const result = (text: string) => void stdout.write(`${text}\n`)
  if (quiet) return createQuietReporter(paint, result)
  const view = isTerminal ? createTerminalView(stderr, paint) : createPlainView(stderr)
  const isSeenTwice = isTerminal && stdout.isTTY === true
  return createHumanReporter({
    view,
    paint,
    isSolo,
    isTerminal,
    result: isSeenTwice ? () => undefined : result,
  })
}

type HumanParts = {
  view: ProgressView
  paint: Paint
  isSolo: boolean
  isTerminal: boolean
  result: (text: string) => void
}

function createHumanReporter({ view, paint, isSolo, isTerminal, result }: HumanParts): Reporter {
  // A terminal may change its width at any time.
  const columns = () => (isTerminal ? process.stderr.columns : undefined)
  const nameVideo = (video: string) => (isSolo ? '' : video)
  return {
    report(event) {
      if (event.event === 'progress') view.update(nameVideo(event.video), event)
      else if (event.event === 'completed')
        view.end(nameVideo(event.video), { isGood: true, tookMs: event.tookMs })
      // What went wrong is reported at the end, once all videos are done.
      else if (event.event === 'failed' && event.video) view.end(nameVideo(event.video), { isGood: false })
      // A song of our own needs no introduction.
      else if (!(isSolo && event.event === 'read')) {
        const lines = showEvent(event, paint, columns())
        if (lines.length > 0) view.print(lines)
      }
    },
    wait: (what) => view.wait(what),
    follow: (videos) => view.start(videos.map(nameVideo)),
    say: (...lines) => view.print(lines),
    advise: (...lines) => {
      if (isTerminal) view.print(lines)
    },
    result,
    close: () => view.close(),
    paint,
  }
}

function createQuietReporter(paint: Paint, result: (text: string) => void): Reporter {
  const nothing = () => undefined
  return {
    report: reportFailure,
    wait: nothing,
    follow: nothing,
    say: nothing,
    advise: nothing,
    result,
    close: nothing,
    paint,
  }
}

/** A failure is reported on stderr even where nothing else is. */
function reportFailure(event: CliEvent): void {
  if (event.event !== 'failed') return
  const where = event.video ? `${event.video}   ` : ''
  const sentence = `${where}${cleanText(event.message)}`
  process.stderr.write(`${showSentence('bad', sentence, createPaint(process.stderr))}\n`)
}

/** Progress is reported once per whole percent, or a long video would drown everything else. */
function createJsonReporter(): Reporter {
  const percents = new Map<string, string>()
  const isNews = (event: CliEvent) => {
    if (event.event !== 'progress') return true
    const state = `${event.stage} ${Math.floor(event.percent)}`
    if (percents.get(event.video) === state) return false
    percents.set(event.video, state)
    return true
  }
  const nothing = () => undefined
  return {
    report(event) {
      if (isNews(event)) process.stdout.write(`${JSON.stringify(event)}\n`)
      reportFailure(event)
    },
    wait: nothing,
    follow: nothing,
    say: nothing,
    advise: nothing,
    result: nothing,
    close: nothing,
    paint: (_, text) => text,
  }
}
