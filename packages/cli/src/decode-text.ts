import { inputError } from './cli-error.ts'

/** What marks stand for at the start of a file. */
const MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // XML without a mark still begins with "<".
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
]
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/

/**
 * The text of a file: in the encoding that its caller names, its byte order mark or its XML declaration says, else UTF-8.
 * A byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array, name: string, given?: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200))
  const declared = DECLARED.exec(head)?.[1]
  const encoding = given ?? marked ?? declared ?? 'utf-8'
  const decoder = openDecoder(encoding, name)
  try {
    return decoder.decode(bytes)
  } catch (error) {
    const isXml = declared !== undefined || /^\s*</.test(head)
    throw inputError(describeFailure(name, decoder.encoding, isXml), error)
  }
}

function openDecoder(encoding: string, name: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch (error) {
    throw inputError(
      `${name} is said to be in "${encoding}", an encoding that is not known here. Save it as UTF-8.`,
      error,
    )
  }
}

function describeFailure(name: string, encoding: string, isXml: boolean): string {
  const seen = `${name} is not ${encoding.toUpperCase()} text.`
  return isXml
    ? `${seen} An XML file says at its top what it is in (encoding="ISO-8859-1"); this one says something else, or nothing. Export it again, or name it: --encoding iso-8859-1`
    : `${seen} Save it as "CSV UTF-8". If it must stay as it is, name its encoding; for Excel in Western Europe: --encoding windows-1252`
}
