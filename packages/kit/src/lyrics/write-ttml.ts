import { flattenWords } from './flatten-words.ts'
import type { LyricLine, LyricPiece, LyricsData, LyricsNames } from './lyrics.ts'
import { toUnits, writeClock } from './write-time.ts'

const NAMESPACES = [
  'xmlns="http://www.w3.org/ns/ttml"',
  'xmlns:ttm="http://www.w3.org/ns/ttml#metadata"',
  'xmlns:itunes="http://music.apple.com/lyric-ttml-internal"',
].join(' ')
/** How music services name what is timed; `None`: nothing is, and times that were estimated are not passed off as known. */
const TIMINGS = { WORD: 'Word', LINE: 'Line', ESTIMATED: 'None' } as const
const XML_ID = /^[A-Za-z_][\w.-]*$/

/** TTML as music services take it. It holds everything: words, syllables, who sings, and what is sung behind. */
export function writeTtml({ lines, timing }: LyricsData, { title }: LyricsNames = {}): string {
  const ids = nameAgents(lines)
  const agents = [...ids].map(([name, id]) => writeAgent(name, id))
  const heading = title ? `<ttm:title>${escapeXml(title)}</ttm:title>` : ''
  const paragraphs = groupLines(lines).map((group) => writeParagraph(group, ids, timing !== 'ESTIMATED'))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt ${NAMESPACES} itunes:timing="${TIMINGS[timing]}">`,
    `<head><metadata>${heading}${agents.join('')}</metadata></head>`,
    '<body><div>',
    ...paragraphs,
    '</div></body>',
    '</tt>\n',
  ].join('\n')
}

type Group = { main?: LyricLine; behind: LyricLine[] }

/** What is sung behind stands in the line before it. A line's singer would become its own, unless it has one. */
function groupLines(lines: readonly LyricLine[]): Group[] {
  const groups: Group[] = []
  for (const line of lines) {
    const main = groups.at(-1)?.main
    if (!line.isBackground) groups.push({ main: line, behind: [] })
    else if (main && (line.agent || !main.agent)) groups.at(-1)?.behind.push(line)
    else groups.push({ behind: [line] })
  }
  return groups
}

type Ids = ReadonlyMap<string, string>

function writeParagraph({ main, behind }: Group, ids: Ids, isTimed: boolean): string {
  const spans = behind.map(
    (line) => `<span ttm:role="x-bg"${writeFacts(line, ids, isTimed)}>${writeWords(line)}</span>`,
  )
  if (!main) return `<p>${spans.join(' ')}</p>`
  return `<p${writeFacts(main, ids, isTimed)}>${[writeWords(main), ...spans].join(' ')}</p>`
}

function writeFacts({ agent, ...line }: LyricLine, ids: Ids, isTimed: boolean): string {
  const id = agent && ids.get(agent)
  return `${isTimed ? writeTimes(line) : ''}${id ? ` ttm:agent="${id}"` : ''}`
}

function writeWords({ text, words }: LyricLine): string {
  if (!words) return escapeXml(text)
  return flattenWords(words)
    .map((piece) => {
      const space = piece.text.endsWith(' ') ? ' ' : ''
      return `<span${writeTimes(piece)}>${escapeXml(piece.text.trimEnd())}</span>${space}`
    })
    .join('')
}

/** An id is a name of XML; other names get one. */
function nameAgents(lines: readonly LyricLine[]): Map<string, string> {
  const agents = new Set(lines.flatMap(({ agent }) => agent ?? []))
  const ids = new Map([...agents].filter((name) => XML_ID.test(name)).map((name) => [name, name]))
  let number = 0
  for (const name of agents) {
    if (ids.has(name)) continue
    do number++
    while (ids.has(`v${number}`))
    ids.set(name, `v${number}`)
  }
  return ids
}

function writeAgent(name: string, id: string): string {
  const fullName = name === id ? '' : `<ttm:name type="full">${escapeXml(name)}</ttm:name>`
  return `<ttm:agent type="person" xml:id="${id}">${fullName}</ttm:agent>`
}

function writeTimes({ startSecs, endSecs }: Pick<LyricPiece, 'startSecs' | 'endSecs'>): string {
  return ` begin="${writeTime(startSecs)}" end="${writeTime(endSecs)}"`
}

function writeTime(secs: number): string {
  return writeClock(toUnits(secs, 1000), { unitsPerSec: 1000 })
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
