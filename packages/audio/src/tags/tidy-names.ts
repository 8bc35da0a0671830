import {
  decodeLegacyText,
  findLegacyEncoding,
  type LegacyEncoding,
  looksWrong,
  repairUtf8,
} from './legacy-text.ts'
import { removeWebAddresses } from './web-address.ts'

/** The names in a song's tags. */
export type TagNames = { title?: string; artist?: string; album?: string }

/** A name that is not given as it stands in the file, and why. */
export type TagNote = {
  field: keyof TagNames
  /** Read in the encoding it was written in; left out as unreadable; freed from a web address, or left out as one. */
  kind: 'REPAIRED' | 'UNREADABLE' | 'WEB_ADDRESS'
  /** As it stands in the file. */
  seen: string
}

/** Some programs take the name of the file they were given for the title. */
const FILE_ENDINGS = /(\.(mp3|wav|aiff?|flac|ogg|opus|m4a|aac|wma))+$/i

const FIELDS = ['title', 'artist', 'album'] as const

/** Gives the names that can be shown: texts in a wrong encoding are repaired where that is certain, and what is no name is left out. */
export function tidyNames(given: TagNames): { names: TagNames; notes: TagNote[] } {
  const names: TagNames = {}
  const notes: TagNote[] = []
  const texts = FIELDS.flatMap((field) => {
    const raw = given[field]
    return raw === undefined ? [] : { field, raw, text: repairUtf8(raw) }
  })
  const encoding = findLegacyEncoding(texts.map(({ text }) => text))
  for (const { field, raw, text } of texts) {
    const seen = clean(raw) ?? ''
    const meant = readIn(encoding, text)
    if (meant === undefined || isLost(meant)) {
      notes.push({ field, kind: 'UNREADABLE', seen })
      continue
    }
    // Windows' own apostrophes and dashes are not worth a word.
    const isRepaired = text !== raw || (meant !== text && !isWindowsLatin(encoding))
    if (isRepaired) notes.push({ field, kind: 'REPAIRED', seen })
    const whole = clean(meant)
    const name = whole && clean(removeWebAddresses(whole))
    if (name !== whole) notes.push({ field, kind: 'WEB_ADDRESS', seen })
    if (name && !isPlaceholder(name, field)) names[field] = name.replace(FILE_ENDINGS, '') || name
  }
  return { names, notes }
}

function readIn(encoding: LegacyEncoding, text: string): string | undefined {
  if (encoding.kind === 'KNOWN') return decodeLegacyText(text, encoding.charset)
  return encoding.kind === 'UNKNOWN' && looksWrong(text) ? undefined : text
}

function isWindowsLatin(encoding: LegacyEncoding): boolean {
  return encoding.kind === 'KNOWN' && encoding.charset === 'windows-1252'
}

/** Characters that some program before us could not read are gone for good. */
function isLost(text: string): boolean {
  return text.includes('\ufffd') || /^[\s?]*\?[\s?]*\?[\s?]*\?[\s?]*$/.test(text)
}

/** What rippers write when they know nothing. */
function isPlaceholder(name: string, field: keyof TagNames): boolean {
  return (
    new RegExp(`^[<[(]?unknown( ${field})?[>\\])]?$`, 'i').test(name) &&
    (field !== 'title' || /[<[( ]/.test(name))
  )
}

function clean(text: string | undefined): string | undefined {
  return (
    text
      ?.normalize('NFC')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim() || undefined
  )
}
