import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { fileTypeFromFile } from 'file-type'
import { InputFormat } from 'node-av/lib'
import { AUDIO_DEMUXERS, type AudioDemuxer, SUPPORTED_AUDIO } from './audio-types.ts'
import { describeText } from './describe-text.ts'

const HEAD_BYTES = 64 * 1024

/** Looks at the file's bytes, never at its name; anything that is no audio ends here, before a decoder sees it. */
export async function chooseDemuxer(path: string): Promise<AudioDemuxer> {
  const name = basename(path)
  const head = await readHead(path, name)
  if (head.length === 0)
    throw new RenderError('ASSET_TRUNCATED', `${name} is empty (0 bytes).`, { file: name, sizeBytes: 0 })

  const type = await fileTypeFromFile(path)
  const kind = type ? AUDIO_DEMUXERS[type.mime] : probeDemuxer(head)
  if (kind) return kind
  if (type && /^(audio|video)\/|ms-asf/.test(type.mime)) {
    throw new RenderError('ASSET_UNSUPPORTED', `${name} is ${type.mime}, which is not supported.`, {
      advice: SUPPORTED_AUDIO,
      file: name,
      seen: type.mime,
    })
  }
  throw mismatch(name, head, type?.mime)
}

async function readHead(path: string, name: string): Promise<Buffer> {
  try {
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw unreadable(name, error)
  }
}

function unreadable(name: string, cause: unknown): RenderError {
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown'
  return new RenderError(
    'AUDIO_MISSING',
    `${name} cannot be read (${reason}).`,
    { file: name, reason },
    { cause },
  )
}

/** Some MP3 files start with padding or a broken tag; FFmpeg's own look at the first bytes still finds them. */
function probeDemuxer(head: Buffer): AudioDemuxer | undefined {
  if (describeText(head)) return undefined
  const format = InputFormat.probe(head)?.name?.split(',')[0]
  return Object.values(AUDIO_DEMUXERS).find((kind) => kind === format)
}

function mismatch(name: string, head: Buffer, mime: string | undefined): RenderError {
  const details = { file: name, seen: mime ?? 'unknown' }
  const text = describeText(head)
  if (text) {
    const { what, question, advice } = text
    const seen = [`${name} is ${what}, not audio.`, question].filter(Boolean).join(' ')
    const facts = { ...details, seen: what, ...(advice && { advice }) }
    return new RenderError('ASSET_TYPE_MISMATCH', seen, facts)
  }
  const what = mime
    ? describeMime(mime)
    : `no known kind of file (first bytes ${head.subarray(0, 8).toString('hex')})`
  const advice = SUPPORTED_AUDIO
  return new RenderError('ASSET_TYPE_MISMATCH', `${name} is ${what}, not audio.`, { ...details, advice })
}

function describeMime(mime: string): string {
  const names: Record<string, string> = {
    'application/zip': 'a ZIP archive',
    'application/pdf': 'a PDF document',
    'application/gzip': 'a gzip archive',
    'application/x-rar-compressed': 'a RAR archive',
    'application/x-7z-compressed': 'a 7-Zip archive',
  }
  return names[mime] ?? (mime.startsWith('image/') ? `a picture (${mime})` : mime)
}
