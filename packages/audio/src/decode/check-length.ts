import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import type { AudioDemuxer } from './audio-types.ts'

/** Larger than any Ogg page (RFC 3533: at most 65,307 bytes). */
const OGG_TAIL_BYTES = 128 * 1024
const OGG_HEADER_BYTES = 27

/** More chunks than this before the format are no WAV that anything wrote. */
const MAX_RIFF_CHUNKS = 100

/** Sizes in headers are often off by a little; a song that lacks less than this still plays. */
const MISSING_SHARE = 0.02

/** Compares the bytes that the container promises with those that are there, where FFmpeg would stop early or search on. */
export async function checkLength(path: string, kind: AudioDemuxer): Promise<void> {
  const readPromise = { ogg: readOggEnd, wav: readRiffEnd, mov: readBoxesEnd }[kind as string]
  if (!readPromise) return
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  if (kind === 'wav') await checkRiffFormat(file, size, basename(path))
  const promised = await readPromise(file, size)
  if (promised <= size * (1 + MISSING_SHARE)) return
  const name = basename(path)
  const seen = Number.isFinite(promised) ? `${size} of ${promised} bytes are there` : 'its index is missing'
  throw new RenderError('ASSET_TRUNCATED', `${name} is cut off: ${seen}.`, {
    advice: 'Send the whole file.',
    file: name,
    sizeBytes: size,
  })
}

/** An Ogg file names no length, but its last page does; a page that is cut counts as missing altogether. */
async function readOggEnd(file: FileHandle, size: number): Promise<number> {
  const start = Math.max(0, size - OGG_TAIL_BYTES)
  const tail = await readBytes(file, start, size - start)
  const page = tail.lastIndexOf('OggS')
  if (page < 0) return size
  const table = page + OGG_HEADER_BYTES
  const segmentCount = tail[table - 1] ?? 0
  const segments = tail.subarray(table, table + segmentCount)
  const end = segments.reduce((sum, bytes) => sum + bytes, table + segmentCount)
  return end > tail.length ? size + Math.max(end - tail.length, size) : size
}

/** Without its format a WAV cannot be read, and FFmpeg would look for it through the whole file. */
async function checkRiffFormat(file: FileHandle, size: number, name: string): Promise<void> {
  let at = 12
  for (let chunk = 0; chunk < MAX_RIFF_CHUNKS && at + 8 <= size; chunk++) {
    const head = await readBytes(file, at, 8)
    const id = head.toString('latin1', 0, 4)
    if (id === 'fmt ') return
    if (id === 'data') break
    at += 8 + head.readUInt32LE(4) + (head.readUInt32LE(4) % 2)
  }
  throw new RenderError('ASSET_CORRUPT', `${name} is damaged: its format is missing.`, {
    advice: 'Send the file again.',
    file: name,
  })
}

/** A WAV written to a pipe has 0 or 0xFFFFFFFF here and promises nothing. */
async function readRiffEnd(file: FileHandle, size: number): Promise<number> {
  const head = await readBytes(file, 0, 8)
  if (head.length < 8 || head.toString('latin1', 0, 4) !== 'RIFF') return size
  const riffBytes = head.readUInt32LE(4)
  return riffBytes === 0 || riffBytes >= 0xffff_fff0 ? size : riffBytes + 8
}

/** Walks the top-level boxes of an MP4; without its `moov` box nothing can be played. */
async function readBoxesEnd(file: FileHandle, size: number): Promise<number> {
  let at = 0
  let hasIndex = false
  while (at + 8 <= size) {
    const head = await readBytes(file, at, 16)
    const type = head.toString('latin1', 4, 8)
    const shortSize = head.readUInt32BE(0)
    const boxBytes = shortSize === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : shortSize
    if (shortSize === 0) return size
    if (boxBytes < 8) return hasIndex ? size : Number.POSITIVE_INFINITY
    at += boxBytes
    if (type === 'moov' && at <= size) hasIndex = true
  }
  return hasIndex ? at : Number.POSITIVE_INFINITY
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
