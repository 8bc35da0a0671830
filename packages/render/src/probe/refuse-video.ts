import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { describeText } from '@songreel/audio'
import { RenderError } from '@songreel/kit/core'
import type { FileTypeResult } from 'file-type'
import { VIDEO_CONTAINERS } from './video-containers.ts'

const HEAD_BYTES = 2048
const ADVICE = 'Use MP4, MOV or WebM.'

/** Why a file is no video for us: a film's container without a picture, a film of a kind that isn't read, or something else. */
export async function refuseVideo(path: string, type: FileTypeResult | undefined): Promise<RenderError> {
  const file = basename(path)
  if (type && VIDEO_CONTAINERS[type.mime]) {
    const sentence = `${file} holds sound only, not a video.`
    return new RenderError('ASSET_TYPE_MISMATCH', sentence, { file, seen: type.mime, advice: ADVICE })
  }
  if (type && /^video\/|ms-asf/.test(type.mime)) {
    const sentence = `${file} is ${type.ext.toUpperCase()}, which is not supported.`
    return new RenderError('ASSET_UNSUPPORTED', sentence, { file, seen: type.mime, advice: ADVICE })
  }
  const text = type ? undefined : describeText(await readHead(path))
  const seen = type?.mime ?? text?.what ?? 'no known kind of file'
  const sentence = [`${file} is ${seen}, not a video.`, text?.question].filter(Boolean).join(' ')
  return new RenderError('ASSET_TYPE_MISMATCH', sentence, { file, seen, advice: ADVICE })
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
