import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inputError } from '../cli-error.ts'
import type { Album, Fault } from './catalogue.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { readCsv } from './read-csv.ts'
import { readErn } from './read-ern.ts'

const MAX_BYTES = 50 * 1024 * 1024

/** Reads a catalogue, CSV or ERN by its content, and checks all of it. */
export async function readCatalogue(
  path: string,
): Promise<{ albums: Album[]; faults: Fault[]; warnings: string[] }> {
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw inputError(`${path} is larger than 50 MB. Split it into several files.`)
  const text = decode(await readFile(path), path)
  const { tracks, warnings } = /^\s*</.test(text) ? readErn(text) : readCsv(text)
  if (tracks.length === 0) throw inputError(`${path} holds no track.`)
  return { ...(await checkCatalogue(tracks, dirname(path))), warnings }
}

/** UTF-8, or the UTF-16 that spreadsheets save as "Unicode text"; the byte order mark says so and is dropped. */
function decode(bytes: Uint8Array, path: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw inputError(`${path} is not UTF-8 text. Save it as "CSV UTF-8".`, error)
  }
}
