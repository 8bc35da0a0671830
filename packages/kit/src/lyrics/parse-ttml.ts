import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { DraftLine, DraftPiece } from './draft-line.ts'
import { describePlace, refuseLyrics, refuseTooManyLines } from './refuse-lyrics.ts'

const CLOCK = /^(?:(\d{1,3}):)?(?:(\d{1,3}):)?(\d{1,7}(?:\.\d{1,6})?)s?$/
const MILLISECONDS = /^(\d{1,9})ms$/
/** Far more than a document of lyrics needs. */
const MAX_DEPTH = 64
const MAX_ATTRIBUTES = 64
/** What else is written into a line: it is not sung. */
const UNSUNG_ROLES = ['x-translation', 'x-roman', 'x-transliteration']

type OpenLine = DraftLine & { pieces: DraftPiece[] }
type OpenTag = {
  name: string
  line?: OpenLine
  piece?: DraftPiece
  agentId?: string
  isUnsung?: boolean
  isTimed?: boolean
}

/** The lines of a document; `isTimed` is false where none of them has a time. */
export type TtmlLines = { drafts: DraftLine[]; isTimed: boolean }

/**
 * TTML as music services write it: a `p` is a line, a `span` with times a syllable, one with the role `x-bg` a line behind
 * it. Times are those of the song wherever they stand. A document that declares anything is refused: declarations reach out.
 */
export function parseTtml(text: string): TtmlLines {
  const parser = new SaxesParser()
  const reader = createReader(() => ({ line: parser.line, column: parser.columnIndex + 1 }))
  parser.on('doctype', () => {
    throw refuseLyrics('The lyrics are XML with a DOCTYPE.', 'Send TTML without one.')
  })
  parser.on('error', ({ message }) => {
    const place = { line: parser.line, column: parser.columnIndex + 1 }
    const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    const seen = `${describePlace(place)} of the lyrics is XML that is not well-formed: ${reason}.`
    throw refuseLyrics(seen, 'Export them again.', place)
  })
  parser.on('attribute', reader.countAttribute)
  parser.on('opentag', reader.open)
  parser.on('text', reader.addText)
  parser.on('cdata', reader.addText)
  parser.on('closetag', reader.close)
  parser.write(text).close()
  return reader.finish()
}

type PlaceFinder = () => { line: number; column: number }

function createReader(findPlace: PlaceFinder) {
  const drafts: DraftLine[] = []
  const names = new Map<string, string>()
  const open: OpenTag[] = []
  let isTimed = false
  let attributeCount = 0
  const findLine = () => open.findLast(({ line }) => line)?.line

  return {
    countAttribute() {
      if (++attributeCount > MAX_ATTRIBUTES)
        throw refuseLyrics(
          `The lyrics have a tag with more than ${MAX_ATTRIBUTES} attributes.`,
          'Export them again.',
        )
    },
    open({ name: fullName, attributes }: SaxesTagPlain) {
      attributeCount = 0
      const name = localName(fullName)
      if (open.length === 0 && name !== 'tt')
        throw refuseLyrics('The lyrics are XML, but not TTML.', 'Send TTML, LRC or SRT.')
      if (open.length >= MAX_DEPTH)
        throw refuseLyrics(`The lyrics are XML nested more than ${MAX_DEPTH} deep.`, 'Export them again.')
      const tag = openTag(name, readAttributes(attributes, findPlace), findLine())
      isTimed ||= tag.isTimed ?? false
      open.push(tag)
    },
    addText(words: string) {
      const agentId = open.at(-2)?.agentId
      if (agentId && open.at(-1)?.name === 'name') names.set(agentId, words.trim())
      const line = findLine()
      if (!line || open.some(({ isUnsung }) => isUnsung)) return
      line.text += words
      const piece = open.at(-1)?.piece ?? line.pieces.at(-1)
      // White space between spans parts words.
      if (piece) piece.text += words
    },
    close() {
      const { line } = open.pop() ?? {}
      if (!line) return
      drafts.push(closeLine(line))
      refuseTooManyLines(drafts.length)
    },
    finish(): TtmlLines {
      if (drafts.length === 0) throw refuseLyrics('The TTML lyrics hold no line (<p>).', 'Export them again.')
      const named = drafts.map((line) => ({ ...line, agent: names.get(line.agent ?? '') || line.agent }))
      return { drafts: named, isTimed }
    },
  }
}

function openTag(name: string, facts: Facts, around: OpenLine | undefined): OpenTag {
  if (name === 'agent') return { name, agentId: facts.id }
  if (name === 'p' && !around) return openLine(name, facts, undefined)
  if (name === 'br' && around) around.text += ' '
  if (name !== 'span' || !around) return { name }
  if (UNSUNG_ROLES.includes(facts.role ?? '')) return { name, isUnsung: true }
  if (facts.role === 'x-bg') return openLine(name, facts, around)
  if (facts.startSecs === undefined) return { name }
  // Words before the first timed ones begin with the line.
  if (around.pieces.length === 0 && around.text.trim() !== '')
    around.pieces.push({ startSecs: around.startSecs, text: around.text })
  const piece = { startSecs: facts.startSecs, endSecs: facts.endSecs, text: '' }
  around.pieces.push(piece)
  return { name, piece, isTimed: true }
}

function openLine(name: string, { startSecs, endSecs, agent }: Facts, around: OpenLine | undefined): OpenTag {
  const line = {
    startSecs: startSecs ?? around?.startSecs ?? 0,
    endSecs,
    text: '',
    pieces: [],
    agent: agent ?? around?.agent,
    isBackground: around !== undefined,
  }
  return { name, line, isTimed: startSecs !== undefined }
}

/** A background line that has no times of its own has those of its syllables. */
function closeLine({ pieces, ...line }: OpenLine): DraftLine {
  const [first, last] = [pieces.at(0), pieces.at(-1)]
  if (!first || !last) return line
  const times = line.isBackground && {
    startSecs: first.startSecs,
    endSecs: line.endSecs ?? last.endSecs,
  }
  return { ...line, ...times, pieces }
}

type Facts = ReturnType<typeof readAttributes>

function readAttributes(attributes: Record<string, string>, findPlace: PlaceFinder) {
  const byName = new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value.trim()]))
  const read = (name: string) => readTime(byName.get(name), findPlace)
  const startSecs = read('begin')
  const durationSecs = read('dur')
  const endSecs = read('end') ?? (durationSecs !== undefined ? (startSecs ?? 0) + durationSecs : undefined)
  return { startSecs, endSecs, agent: byName.get('agent'), role: byName.get('role'), id: byName.get('id') }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function readTime(text: string | undefined, findPlace: PlaceFinder): number | undefined {
  if (text === undefined) return undefined
  const [, ms] = MILLISECONDS.exec(text) ?? []
  if (ms !== undefined) return Number(ms) / 1000
  const [isTime, first, second, secs] = CLOCK.exec(text) ?? []
  if (isTime === undefined) {
    const place = findPlace()
    const seen = `${describePlace(place)} of the lyrics has a time that cannot be read: "${text.slice(0, 60)}".`
    throw refuseLyrics(seen, 'Write it like 00:12.500 or 12.5s.', place)
  }
  const [hours, minutes] = second === undefined ? [0, Number(first ?? 0)] : [Number(first), Number(second)]
  return hours * 3600 + minutes * 60 + Number(secs)
}
