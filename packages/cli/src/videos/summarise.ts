import { formatBytes } from '@songreel/contract/format-bytes'
import { EXIT } from '../cli-error.ts'
import { formatTook } from '../clock.ts'
import { cleanText, measureWidth, type Paint, padEnd, padStart, showMark } from '../print.ts'
import type { Outcome } from '../run-command.ts'
import type { VideoResult } from './make-videos.ts'

/** The closing lines: where each video is, or why it is not. */
export function showResults(results: readonly VideoResult[], paint: Paint): string[] {
  const widest = (texts: string[]) => Math.max(0, ...texts.map(measureWidth))
  const nameWidth = widest(results.map(({ video }) => video.facts.video))
  const done = results.flatMap(({ completed }) => (completed ? [completed] : []))
  const fileWidth = widest(done.map(({ file }) => cleanText(file)))
  const bytesWidth = widest(done.map(({ bytes }) => formatBytes(bytes)))
  const tookWidth = widest(done.map(({ tookMs }) => formatTook(tookMs)))
  return results.map(({ video, completed, error }) => {
    const name = padEnd(video.facts.video, nameWidth)
    if (!completed) return `  ${showMark('bad', paint)} ${name}   ${cleanText(error?.message ?? 'not made')}`
    const { file, bytes, tookMs } = completed
    const where = paint('bold', padEnd(cleanText(file), fileWidth))
    const size = padStart(formatBytes(bytes), bytesWidth)
    const took = paint('dim', padStart(formatTook(tookMs), tookWidth))
    return `  ${showMark('good', paint)} ${name} → ${where}   ${size}   ${took}`
  })
}

/** 0 when all were made, 2 when some were not, and the failure's own code when none was. */
export function concludeResults(results: readonly VideoResult[]): Outcome {
  const files = results.flatMap(({ completed }) => (completed ? [completed.file] : []))
  const errors = results.flatMap(({ error }) => (error ? [error] : []))
  const [first] = errors
  if (!first) return { exitCode: EXIT.ok, files }
  return { exitCode: files.length > 0 ? EXIT.someFailed : first.exitCode, files }
}
