import { Readable } from 'node:stream'
import type { AssetKind } from '@songreel/contract'
import { isDiskFull } from '@songreel/render'
import { detectType, HEAD_BYTES } from '../assets/detect-type.ts'
import { watchRoom } from '../assets/disk-room.ts'
import { getMaxBytes } from '../assets/max-bytes.ts'
import { noteAssetFile } from '../assets/note-asset-file.ts'
import { peekStream } from '../assets/peek-stream.ts'
import { assertQuota, overQuota } from '../assets/storage-quota.ts'
import type { Config } from '../config/config.ts'
import { invalidField, ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { StoredAsset } from './asset-records.ts'

const MB = 1024 * 1024
const MAX_FILE_NAME_CHARACTERS = 255
const ROOM_RETRY_SECS = 60

/** A file on its way in. */
export type IncomingFile = {
  stream: Readable
  /** Where an error of the file is reported. */
  field: string
  fileName?: string
  /** How long it says it is; nothing is believed of it but that it is at least so long. */
  declaredBytes?: number
  /** It says that it is JSON: then text that is no animation is no lyrics, but a request that was meant for another route. */
  isJson?: boolean
}

const NOUNS: Record<AssetKind, string> = {
  IMAGE: 'image',
  AUDIO: 'song',
  VIDEO: 'video',
  TEXT: 'text',
  LOGO: 'logo',
  FONT: 'font',
  ANIMATION: 'animation',
}

/** Streams a file into storage; its own first bytes decide what it is and how large it may be. */
export async function storeUpload(
  services: Pick<Services, 'storage' | 'config' | 'db'>,
  orgId: string,
  { stream, field, fileName, declaredBytes = 0, isJson = false }: IncomingFile,
): Promise<StoredAsset> {
  const { storage, config } = services
  const { head, whole } = await peekStream(stream, HEAD_BYTES)
  if (head.length === 0) throw invalidField(field, 'EMPTY', 'is empty: send the bytes of a file')
  const type = await detectType(head)
  if (isJson && type.kind === 'TEXT') throw refuseJson()
  if (!type.kind) throw refuseType(type.seen)
  const { kind, contentType } = type
  const maxBytes = getMaxBytes(kind, config)
  if (declaredBytes > maxBytes) throw refuseSize(kind, maxBytes)
  const remaining = await assertQuota(services, orgId, declaredBytes)
  try {
    const guarded = Readable.from(guardRoom(whole, config))
    const { bytes, sha256 } = await storage.putStream(guarded, noteAssetFile(services, orgId), {
      maxBytes: Math.min(maxBytes, remaining),
    })
    return { kind, contentType, fileName: cleanFileName(fileName), bytes, sha256 }
  } catch (error) {
    if (isDiskFull(error)) throw refuseRoom(error)
    const isTooLarge = error instanceof ServiceError && error.code === 'BODY_TOO_LARGE'
    if (isTooLarge)
      throw remaining < maxBytes ? overQuota(services, remaining, 0) : refuseSize(kind, maxBytes, error)
    throw error
  }
}

/** Looks at the disk before the first byte and then time and again: others write too. */
async function* guardRoom(chunks: AsyncIterable<Buffer>, config: Config): AsyncGenerator<Buffer> {
  const assertFreeSpace = watchRoom(config)
  for await (const chunk of chunks) {
    await assertFreeSpace(chunk.length)
    yield chunk
  }
}

function refuseRoom(cause: unknown): ServiceError {
  const message =
    'There is not enough room on the disk of the service to take files at the moment. Try again later; the operator has to free some.'
  return new ServiceError('UNAVAILABLE', {
    message,
    cause,
    headers: { 'Retry-After': String(ROOM_RETRY_SECS) },
  })
}

function refuseType(seen: string): ServiceError {
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', {
    message: `This is ${seen}, which can not be used. Send an image (JPEG, PNG, WebP, AVIF, HEIC, GIF), a song (MP3, WAV, FLAC, M4A, Ogg, AIFF), a video (MP4, MOV, WebM), lyrics (LRC, SRT, WebVTT, TTML, plain text), a font (TTF, OTF, WOFF2), a logo (PNG, SVG) or an animation (Lottie JSON, .lottie).`,
  })
}

function refuseJson(): ServiceError {
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', {
    message:
      'An upload is the file itself, as the body or in a form, not JSON, unless it is a Lottie animation.',
  })
}

function refuseSize(kind: AssetKind, maxBytes: number, cause?: unknown): ServiceError {
  const limit = maxBytes >= MB ? `${Math.floor(maxBytes / MB)} MB (${maxBytes} bytes)` : `${maxBytes} bytes`
  const message = `This ${NOUNS[kind]} is too large: the limit is ${limit}. GET /v1/limits shows all limits.`
  return new ServiceError('BODY_TOO_LARGE', { message, cause })
}

/** The last part of the name, without what no name should hold. */
function cleanFileName(fileName: string | undefined): string | null {
  const last =
    fileName
      ?.split(/[/\\]/)
      .at(-1)
      ?.slice(0, 4 * MAX_FILE_NAME_CHARACTERS) ?? ''
  const clean = last
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return [...clean].slice(0, MAX_FILE_NAME_CHARACTERS).join('') || null
}
