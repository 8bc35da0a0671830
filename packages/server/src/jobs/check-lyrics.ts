import { WorkError } from '../work-error.ts'

/** Far more than any song has; what is longer is no lyrics. */
const MAX_LINES = 5000

const LRC_TAG = /^(\[[^\]]*\])+/
const LRC_TIME = /^\[\s*\d+:/
const LRC_GOOD_TIME = /^\[\s*\d{1,3}:[0-5]?\d(?:[.:]\d{1,3})?\s*\]$/
const CUE = /^\s*(\S+)\s+-->\s+(\S+)/
const CUE_TIME = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{1,3})$/

/** Whether lyrics can be read as what they look like; throws with the line that cannot. `field` is where they came from. */
export function checkLyrics(text: string, field = 'media.lyricsUrl'): void {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/)
  const refuse: Refuse = (seen, advice) => new WorkError('LYRICS_INVALID', { seen, advice, field })
  if (text.trim() === '') throw refuse('The lyrics are empty.', 'Send the words, or leave the field out.')
  if (lines.length > MAX_LINES)
    throw refuse(
      `The lyrics have ${lines.length} lines, and at most ${MAX_LINES} are read.`,
      "Send the song's own.",
    )
  if (text.trimStart().startsWith('<')) checkTtml(text, refuse)
  else if (lines.some((line) => line.includes('-->'))) checkCues(lines, refuse)
  else if (lines.some((line) => LRC_TIME.test(line.trim()))) checkLrc(lines, refuse)
}

type Refuse = (seen: string, advice: string) => WorkError

/** TTML: a document that declares anything of its own is refused, because declarations can reach outside it. */
function checkTtml(text: string, refuse: Refuse): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw refuse('The lyrics are XML with a DOCTYPE.', 'Send TTML without one.')
  if (!/<(\w+:)?tt[\s>]/.test(text))
    throw refuse('The lyrics are XML, but not TTML.', 'Send TTML, LRC or SRT.')
  if (!/<(\w+:)?p[\s>]/.test(text)) throw refuse('The TTML lyrics hold no line (<p>).', 'Export them again.')
}

/** SRT and WebVTT: every cue has two times, and ends after it begins. */
function checkCues(lines: string[], refuse: Refuse): void {
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue
    const [, from = '', to = ''] = CUE.exec(line) ?? []
    const [start, end] = [secsOf(from), secsOf(to)]
    if (start === undefined || end === undefined || end < start)
      throw refuse(
        `Line ${index + 1} of the lyrics, "${shorten(line)}", is not a span of time.`,
        'Correct it.',
      )
  }
}

function checkLrc(lines: string[], refuse: Refuse): void {
  for (const [index, line] of lines.entries()) {
    const tags = LRC_TAG.exec(line.trim())?.[0].match(/\[[^\]]*\]/g) ?? []
    const isBroken = tags.some((tag) => LRC_TIME.test(tag) && !LRC_GOOD_TIME.test(tag))
    const isOpen = line.trim().startsWith('[') && tags.length === 0
    if (isBroken || isOpen)
      throw refuse(
        `Line ${index + 1} of the lyrics, "${shorten(line)}", has no time that can be read.`,
        'Correct it.',
      )
  }
}

function secsOf(text: string): number | undefined {
  const [isTime, hours = '0', minutes, secs, fraction] = CUE_TIME.exec(text) ?? []
  if (!isTime) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${secs}.${fraction}`)
}

function shorten(line: string): string {
  return line.trim().slice(0, 60)
}
