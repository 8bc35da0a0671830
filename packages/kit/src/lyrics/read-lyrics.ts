import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '../errors.ts'
import { type ParsedLyrics, parseLyrics } from './parse-lyrics.ts'
import { refuseLyrics } from './refuse-lyrics.ts'
import type { Singing } from './singing.ts'

const MAX_BYTES = 1024 ** 2

/** Reads a file of lyrics in UTF-8 or UTF-16, for a song of this length. */
export async function readLyrics(
  path: string,
  songSecs: number,
  listen?: () => Singing,
): Promise<ParsedLyrics> {
  try {
    const { size } = await stat(path)
    refuseTooLarge(size)
    return parseLyrics(decodeLyrics(await readFile(path)), songSecs, listen)
  } catch (error) {
    if (error instanceof RenderError) error.details.file = basename(path)
    throw error
  }
}

/** A byte order mark shows the encoding; without one, zeros in every second place do. Other encodings are refused. */
export function decodeLyrics(bytes: Uint8Array): string {
  refuseTooLarge(bytes.length)
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff
  const isLittleEndian =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0)
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    const error = refuseLyrics('The lyrics are not text in UTF-8 or UTF-16.', 'Save them as UTF-8.')
    throw Object.assign(error, { cause })
  }
}

function refuseTooLarge(bytes: number): void {
  if (bytes <= MAX_BYTES) return
  const seen = `The lyrics have ${bytes} bytes, and at most ${MAX_BYTES} are read.`
  throw refuseLyrics(seen, "Send only the song's own.")
}
