import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '../errors.ts'
import type { LyricsData } from './lyrics.ts'
import { parseLyrics } from './parse-lyrics.ts'
import { refuseLyrics } from './refuse-lyrics.ts'

const MAX_BYTES = 1024 ** 2

/** Reads a file of lyrics in UTF-8 or UTF-16, for a song of this length. */
export async function readLyrics(path: string, songSecs: number): Promise<LyricsData> {
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES)
      throw refuseLyrics(
        `The lyrics have ${size} bytes, and at most ${MAX_BYTES} are read.`,
        "Send the song's own.",
      )
    return parseLyrics(decode(await readFile(path)), songSecs)
  } catch (error) {
    if (error instanceof RenderError) error.details.file = basename(path)
    throw error
  }
}

/** A byte order mark shows it; without one, zeros in every second place do. */
function decode(bytes: Buffer): string {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff
  const isLittleEndian =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0)
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
