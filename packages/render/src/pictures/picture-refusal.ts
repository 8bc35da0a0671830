import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError, type RenderErrorCode, type RenderErrorFacts } from '@songreel/kit/core'

/** The largest picture that is decoded. Legitimate files are rarely larger, and at this size decoding takes 400 MB. */
export const MAX_PICTURE_PIXELS = 100_000_000

/** Looks at the first bytes before any decoder does: nothing but the six kinds is ever opened. */
export async function checkPictureKind(path: string): Promise<PictureKind> {
  const { head, sizeBytes } = await readEnds(path)
  const kind = findKind(head)
  if (kind) return kind
  const whole = { advice: 'Send the whole picture.' }
  if (sizeBytes === 0) fail('ASSET_TRUNCATED', path, 'is empty (0 bytes).', { seen: '0 bytes', ...whole })
  const what = await describe(path, head)
  const facts = { seen: what.name, advice: ADVICE }
  if (what.isPicture) fail('ASSET_UNSUPPORTED', path, `is ${what.name}, which is not supported.`, facts)
  if (what.name === UNKNOWN && sizeBytes < MIN_PICTURE_BYTES) {
    const seen = `${sizeBytes} bytes`
    fail('ASSET_TRUNCATED', path, `has only ${seen}.`, { seen, ...whole })
  }
  fail('ASSET_TYPE_MISMATCH', path, `is not a picture: it looks like ${what.name}.`, facts)
}

/** Refuses what would take gigabytes to decode. */
export function checkPictureSize(path: string, { width, height }: { width: number; height: number }): void {
  if (width * height <= MAX_PICTURE_PIXELS) return
  const seen = `${width}×${height}`
  const megapixels = Math.round((width * height) / 1e6)
  const sentence = `is ${seen} (${megapixels} megapixels); at most 100 megapixels are read.`
  fail('ASSET_TOO_LARGE', path, sentence, { seen, width, height, advice: SIZE_ADVICE })
}

/** Turns a decoder's complaint into an error that says whether the file is cut, damaged or of a foreign kind. */
export async function refusePicture(path: string, error: Error): Promise<never> {
  const seen = error.message.replaceAll(path, basename(path)).replace(/\n.*/s, '').slice(0, 200)
  const refuse = (code: RenderErrorCode, sentence: string, advice: string) =>
    fail(code, path, sentence, { seen, advice }, error)
  if (/exceeds pixel limit/i.test(error.message))
    refuse('ASSET_TOO_LARGE', 'has more than 100 megapixels.', SIZE_ADVICE)
  if (error instanceof RenderError)
    refuse(error.code, `is a HEIF picture that cannot be read (${seen}).`, HEIC_ADVICE)
  if (CUT_SHORT.test(error.message) || (await isCutShort(path)))
    refuse('ASSET_TRUNCATED', `ends too early (${seen}).`, 'Send the whole file.')
  if (/not been compiled|no decoding plugin|unsupported codec|unsupported feature/i.test(error.message))
    refuse('ASSET_UNSUPPORTED', `cannot be decoded (${seen}).`, ADVICE)
  return refuse('ASSET_CORRUPT', `is damaged (${seen}).`, 'Export it again.')
}

const ADVICE = 'Use JPEG, PNG, WebP, AVIF, HEIC or GIF.'
const SIZE_ADVICE = '3000×3000 is plenty.'
const HEIC_ADVICE =
  'Export it as JPEG: on a Mac in Preview (File, Export), on an iPhone with Settings, Camera, Formats, Most Compatible.'
const UNKNOWN = 'an unknown kind of file'
const HEAD_BYTES = 1024
const TAIL_BYTES = 16
const MIN_PICTURE_BYTES = 64
const CUT_SHORT = /premature end|truncat|end of (?:stream|file|data)|unexpected end|no frames in gif/i

type Ends = { head: Buffer; tail: Buffer; sizeBytes: number }

async function readEnds(path: string): Promise<Ends> {
  const file = await open(path, 'r')
  try {
    const { size: sizeBytes } = await file.stat()
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(HEAD_BYTES, 0)
    return { head, tail: await read(TAIL_BYTES, Math.max(0, sizeBytes - TAIL_BYTES)), sizeBytes }
  } finally {
    await file.close()
  }
}

/** The kinds of pictures that are read. */
export type PictureKind = 'JPEG' | 'PNG' | 'WEBP' | 'AVIF' | 'HEIC' | 'GIF'

function findKind(head: Buffer): PictureKind | undefined {
  const text = head.toString('latin1', 0, 32)
  if (text.startsWith('\xff\xd8\xff')) return 'JPEG'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'GIF'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'WEBP'
  if (text.slice(4, 8) === 'ftyp' && /avif|avis/.test(text.slice(8))) return 'AVIF'
  if (text.slice(4, 8) === 'ftyp' && /hei[cxms]|mif1/.test(text.slice(8))) return 'HEIC'
  return undefined
}

/** Looks up the length in the container, because some decoders report a truncated file as merely damaged. */
async function isCutShort(path: string): Promise<boolean> {
  const { head, tail, sizeBytes } = await readEnds(path)
  const kind = findKind(head)
  if (kind === 'PNG') return !tail.includes('IEND')
  if (kind === 'WEBP') return head.readUInt32LE(4) + 8 > sizeBytes
  if (kind === 'GIF') return tail[tail.length - 1] !== 0x3b
  return (kind === 'AVIF' || kind === 'HEIC') && (await isBoxCut(path, sizeBytes))
}

/** AVIF and HEIC are a row of boxes, each headed by its length. */
async function isBoxCut(path: string, sizeBytes: number): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    let at = 0
    while (at + 8 <= sizeBytes) {
      const { buffer } = await file.read(Buffer.alloc(8), 0, 8, at)
      const length = buffer.readUInt32BE(0)
      // 0 reaches to the end, 1 announces a 64-bit length that no sane picture needs.
      if (length < 8) return false
      at += length
    }
    return at !== sizeBytes
  } finally {
    await file.close()
  }
}

/** Names the actual type of a file that isn't a supported picture. Slow to load, so only used for error messages. */
async function describe(path: string, head: Buffer): Promise<{ name: string; isPicture: boolean }> {
  const text = head.toString('latin1', 0, 512).trimStart().toLowerCase()
  if (/<svg[\s>]/.test(text)) return { name: 'SVG', isPicture: true }
  if (/^<!doctype html|^<html/.test(text)) return { name: 'an HTML page', isPicture: false }
  const { fileTypeFromFile } = await import('file-type')
  const seen = await fileTypeFromFile(path).catch(() => undefined)
  if (seen) {
    const isPicture = seen.mime.startsWith('image/')
    return { name: isPicture ? seen.ext.toUpperCase() : seen.mime, isPicture }
  }
  if (/^[{[]/.test(text)) return { name: 'JSON', isPicture: false }
  return { name: text !== '' && /^[\t\r\n -~]+$/.test(text) ? 'plain text' : UNKNOWN, isPicture: false }
}

function fail(
  code: RenderErrorCode,
  path: string,
  sentence: string,
  facts: RenderErrorFacts,
  cause?: Error,
): never {
  const file = basename(path)
  throw new RenderError(code, `${file} ${sentence}`, { file, ...facts }, { cause })
}
