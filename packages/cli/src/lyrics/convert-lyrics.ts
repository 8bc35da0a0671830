import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import {
  LYRICS_FORMATS,
  type LyricsFormat,
  type ParsedLyrics,
  readLyrics,
  writeLyrics,
} from '@songreel/kit/lyrics'
import { analyseAudio, describeSinging } from '@songreel/render'
import { inputError, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { findFile } from '../songs/find-file.ts'
import { listenForStop } from '../stop-signal.ts'
import { suggest } from '../suggest.ts'

type ConvertOptions = { to?: string; out?: string; song?: string; json?: boolean }

/** Writes lyrics in another format, to stdout or to a file whose path is printed then. */
export async function convertLyrics(
  path: string,
  { to, out, song, json }: ConvertOptions,
): Promise<undefined> {
  const format = chooseFormat(to, out)
  const lyrics = await readFor(await findFile(path, 'lyrics file'), song)
  // TTML holds words without times, and says so.
  if (lyrics.timing === 'ESTIMATED' && !song && format !== 'ttml')
    throw inputError(
      `${cleanText(basename(path))} is plain text without times, which ${format} needs. Name the song to spread it over: --song song.mp3`,
    )
  const text = writeLyrics(lyrics, format)
  if (out) await writeWhole(out, text)
  const { source, timing, lines } = lyrics
  if (json) {
    const facts = { source, timing, lineCount: lines.length, to: format }
    process.stdout.write(`${JSON.stringify({ ...facts, ...(out ? { file: out } : { text }) })}\n`)
  } else process.stdout.write(out ? `${out}\n` : text)
}

function chooseFormat(to: string | undefined, out: string | undefined): LyricsFormat {
  const known = Object.keys(LYRICS_FORMATS)
  const asked = (to ?? extname(out ?? '').slice(1)).toLowerCase()
  const format = known.find((name): name is LyricsFormat => name === asked)
  if (format) return format
  if (asked === '') throw usageError(`Say which format: --to ${known.join('|')}`)
  throw usageError(`No format ${cleanText(asked)}.${suggest(asked, known)} There are ${known.join(', ')}.`)
}

async function readFor(file: string, song: string | undefined): Promise<ParsedLyrics> {
  if (!song) return readLyrics(file, 0)
  const signal = listenForStop()
  const analysis = await analyseAudio(await findFile(song, 'song'), { signal })
  return readLyrics(file, analysis.durationSecs, () => describeSinging(analysis))
}

/** An existing file is replaced once the new one is whole. */
async function writeWhole(out: string, text: string): Promise<void> {
  const part = join(dirname(out), `.${basename(out)}.part`)
  try {
    await writeFile(part, text)
    await rename(part, out)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
