import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { DraftLine, DraftPiece } from './draft-line.ts'
import { refuseLyrics } from './refuse-lyrics.ts'

const CLOCK = /^(?:(\d{1,3}):)?(?:(\d{1,3}):)?(\d{1,7}(?:\.\d{1,6})?)s?$/
const MILLISECONDS = /^(\d{1,9})ms$/

type OpenLine = DraftLine & { pieces: DraftPiece[] }

/**
 * TTML as music services write it: a `p` is a line, a `span` with times a syllable, one with the role `x-bg` a line behind
 * it. Times are those of the song wherever they stand. A document that declares anything is refused: declarations reach out.
 */
export function parseTtml(text: string): DraftLine[] {
  const parser = new SaxesParser()
  const done: DraftLine[] = []
  const open: { name: string; line?: OpenLine; piece?: DraftPiece }[] = []
  let hasRoot = false
  const findLast = <Key extends 'line' | 'piece'>(key: Key) => open.findLast((each) => each[key])?.[key]

  parser.on('doctype', () => {
    throw refuseLyrics('The lyrics are XML with a DOCTYPE.', 'Send TTML without one.')
  })
  parser.on('error', (error) => {
    throw refuseLyrics(`The lyrics are XML that is not well-formed: ${error.message}.`, 'Export them again.')
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const name = localName(tag.name)
    if (open.length === 0 && name !== 'tt')
      throw refuseLyrics('The lyrics are XML, but not TTML.', 'Send TTML, LRC or SRT.')
    hasRoot = true
    const facts = readAttributes(tag.attributes)
    const around = findLast('line')
    const isBackground = name === 'span' && facts.role === 'x-bg'
    if ((name === 'p' && !around) || (isBackground && around)) {
      const startSecs = facts.startSecs ?? around?.startSecs ?? 0
      const agent = facts.agent ?? around?.agent
      open.push({
        name,
        line: { startSecs, endSecs: facts.endSecs, text: '', pieces: [], agent, isBackground },
      })
    } else if (name === 'span' && around && facts.startSecs !== undefined) {
      const piece = { startSecs: facts.startSecs, endSecs: facts.endSecs, text: '' }
      around.pieces.push(piece)
      open.push({ name, piece })
    } else {
      if (name === 'br' && around) around.text += ' '
      open.push({ name })
    }
  })
  parser.on('text', (words) => {
    const line = findLast('line')
    if (!line) return
    line.text += words
    const piece = open.at(-1)?.piece ?? line.pieces.at(-1)
    // White space between spans parts words.
    if (piece) piece.text += words
  })
  parser.on('closetag', () => {
    const { line } = open.pop() ?? {}
    if (line) done.push(closeLine(line))
  })
  parser.write(text).close()
  if (!hasRoot || done.length === 0)
    throw refuseLyrics('The TTML lyrics hold no line (<p>).', 'Export them again.')
  return done
}

/** A background line that has no times of its own has those of its syllables. */
function closeLine({ pieces, ...line }: OpenLine): DraftLine {
  if (pieces.length === 0) return line
  const { startSecs, endSecs } = {
    startSecs: pieces[0]?.startSecs ?? line.startSecs,
    endSecs: pieces.at(-1)?.endSecs,
  }
  const times = line.isBackground ? { startSecs, endSecs: line.endSecs ?? endSecs } : {}
  return { ...line, ...times, pieces }
}

function readAttributes(attributes: Record<string, string>) {
  const byName = new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value.trim()]))
  const startSecs = readTime(byName.get('begin'))
  const durationSecs = readTime(byName.get('dur'))
  const endSecs =
    readTime(byName.get('end')) ?? (durationSecs !== undefined ? (startSecs ?? 0) + durationSecs : undefined)
  return { startSecs, endSecs, agent: byName.get('agent'), role: byName.get('role') }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, ms] = MILLISECONDS.exec(text) ?? []
  if (ms !== undefined) return Number(ms) / 1000
  const [isTime, first, second, secs] = CLOCK.exec(text) ?? []
  if (isTime === undefined)
    throw refuseLyrics(
      `The TTML lyrics have a time that cannot be read: "${text.slice(0, 60)}".`,
      'Correct it.',
    )
  const [hours, minutes] = second === undefined ? [0, Number(first ?? 0)] : [Number(first), Number(second)]
  return hours * 3600 + minutes * 60 + Number(secs)
}
