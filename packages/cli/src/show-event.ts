import { basename } from 'node:path'
import { formatBytes } from '@songreel/contract/format-bytes'
import type { OutputChecks } from '@songreel/render'
import { formatClock, formatTook } from './clock.ts'
import type { CliEvent, CompletedVideo, NamesFrom, Range } from './events.ts'
import { cleanText, type Paint, showSentence, showStatus } from './print.ts'

/** The lines that stay on the screen for an event; how far a video is has a view of its own. */
export function showEvent(event: CliEvent, paint: Paint, columns?: number): string[] {
  switch (event.event) {
    case 'started':
      return showStart(event)
    case 'composed':
      return showComposed(event)
    case 'song':
      return showSong(event, paint)
    case 'read':
      return [showRead(event, paint, columns)]
    case 'listened':
      return [showListened(event, paint, columns)]
    case 'excerpt':
      return event.kind === 'HOOK' ? [showHook(event, paint, columns)] : []
    case 'warning':
      return [showSentence('warning', cleanText(event.message), paint, columns)]
    case 'failed':
      return [showSentence('bad', cleanText(event.message), paint, columns)]
    default:
      return []
  }
}

/** The lines for a single video that was asked for without a song: what was made, what was checked, where it is. */
export function showDemo(video: CompletedVideo, paint: Paint, columns?: number): string[] {
  const made = `${video.frames} frames, ${video.width}×${video.height}, ${video.fps} fps`
  return [
    showStatus(
      { mark: 'good', label: 'Rendered', text: made, note: formatTook(video.tookMs) },
      paint,
      columns,
    ),
    showStatus({ mark: 'good', label: 'Checked', text: formatChecks(video.checks) }, paint, columns),
    '',
    `  ${paint('cyan', '→')} ${paint('bold', cleanText(video.file))}   ${formatBytes(video.bytes)}`,
  ]
}

/** What the second look at the file found, in words: `H.264 + AAC · plays from the first byte · −14.1 LUFS`. */
function formatChecks({ items, loudness }: OutputChecks): string {
  const seen = (name: string) => items.find((item) => item.name === name && item.status === 'PASSED')?.seen
  const codecs = [seen('codec'), seen('audio')].filter((codec) => codec && codec !== 'none').map(nameCodec)
  const facts = [codecs.join(' + ')]
  if (seen('fastStart')) facts.push('plays from the first byte')
  if (loudness) facts.push(`${loudness.integratedLufs.toFixed(1).replace('-', '−')} LUFS`)
  if (seen('flashing')) facts.push('no flashing')
  return facts.filter(Boolean).join(' · ')
}

function nameCodec(codec: string | undefined): string {
  const names: Record<string, string> = {
    h264: 'H.264',
    aac: 'AAC',
    vp9: 'VP9',
    prores: 'ProRes',
    opus: 'Opus',
  }
  return names[codec ?? ''] ?? (codec ?? '').toUpperCase()
}

type Event<Name extends CliEvent['event']> = Extract<CliEvent, { event: Name }>

function showStart({ version, node, platform, cores }: Event<'started'>): string[] {
  return [
    '',
    `  songreel ${version} · Node ${node} · ${platform} · ${cores} ${cores === 1 ? 'core' : 'cores'}`,
    '',
  ]
}

function showComposed({ secs, bpm }: Event<'composed'>): string[] {
  const sentence = `You gave no song, so we wrote one: ${secs} seconds, ${bpm} BPM, with a cover. All yours (CC0).`
  return [`  ${sentence}`, '']
}

/** Where the next of several songs begins. */
function showSong({ file, number, of }: Event<'song'>, paint: Paint): string[] {
  return ['', `  ${paint('bold', cleanText(file))}   ${paint('dim', `song ${number} of ${of}`)}`]
}

const ORIGINS: Record<NamesFrom, string> = {
  TAGS: "(from the file's tags)",
  FILE_NAME: "(from the file's name)",
  OPTIONS: '(as you said)',
}

function showRead({ song, cover }: Event<'read'>, paint: Paint, columns?: number): string {
  const name = `"${cleanText(song.title)}"${song.artist ? ` — ${cleanText(song.artist)}` : ''}`
  const size = cover.width ? ` ${cover.width}×${cover.height}` : ''
  const beside = cover.file ? `${cleanText(basename(cover.file))}${size}` : `cover${size}`
  const art = cover.source === 'DRAWN' ? 'no cover' : beside
  const text = [name, formatClock(song.durationSecs), art].join(' · ')
  return showStatus({ mark: 'good', label: 'Read', text, note: ORIGINS[song.namesFrom] }, paint, columns)
}

function showListened(event: Event<'listened'>, paint: Paint, columns?: number): string {
  const { bpm, key, loudestSecs, hookSecs, tookMs } = event
  const tempo = bpm === null ? 'no clear beat' : `${bpm} BPM`
  const facts =
    hookSecs === null
      ? [tempo, ...(key ? [key] : []), `loudest at ${formatClock(loudestSecs)}`]
      : [tempo, `hook found at ${formatClock(hookSecs)}`]
  const note = formatTook(tookMs)
  return showStatus({ mark: 'good', label: 'Listened', text: facts.join(' · '), note }, paint, columns)
}

function showHook({ startSecs, endSecs, other }: Event<'excerpt'>, paint: Paint, columns?: number): string {
  const length = formatClock(Math.round(endSecs - startSecs))
  const elsewhere = other ? `    Other part: ${formatFlags(other)}` : ''
  return showSentence(
    'warning',
    `Using ${length} from the hook. Whole song: --full${elsewhere}`,
    paint,
    columns,
  )
}

/** A range as it can be typed, in whole seconds and no shorter than it is. */
function formatFlags({ startSecs, endSecs }: Range): string {
  const start = Math.round(startSecs)
  return `--start ${formatClock(start)} --end ${formatClock(start + Math.round(endSecs - startSecs))}`
}
