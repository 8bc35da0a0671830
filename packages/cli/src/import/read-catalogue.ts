import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inputError } from '../cli-error.ts'
import { decodeText } from '../decode-text.ts'
import type { Album, Fault } from './catalogue.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { readCsv } from './read-csv.ts'
import { readErn } from './read-ern.ts'

const MAX_BYTES = 50 * 1024 * 1024

/** Reads a catalogue, CSV or ERN by its content, and checks all of it. */
export async function readCatalogue(
  path: string,
  { encoding, territory }: { encoding?: string; territory?: string } = {},
): Promise<{ albums: Album[]; faults: Fault[]; warnings: string[] }> {
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw inputError(`${path} is larger than 50 MB. Split it into several files.`)
  const text = decodeText(await readFile(path), path, encoding)
  const { tracks, warnings } = /^\s*</.test(text) ? readErn(text, territory) : readCsv(text)
  if (tracks.length === 0) throw inputError(`${path} holds no track.`)
  return { ...(await checkCatalogue(tracks, dirname(path))), warnings }
}
