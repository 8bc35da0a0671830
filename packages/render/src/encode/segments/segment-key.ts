import { createHash } from 'node:crypto'
import type { OutputFormat } from '../../formats/catalogue.ts'
import { ENGINE_VERSION } from '../../plan/engine-version.ts'
import type { PictureSpec, VideoCodec } from '../codecs/codec.ts'

/** All that decides a segment's bytes besides its frames. */
export function describeSettings(
  format: OutputFormat,
  codec: VideoCodec,
  spec: PictureSpec,
  machine: string,
): string {
  const { encoder, pixelFormat, tag = null } = codec
  const settings = [codec.options(spec), codec.ceiling?.(spec) ?? null]
  return JSON.stringify([ENGINE_VERSION, machine, format, encoder, pixelFormat, tag, settings, spec])
}

/** A segment's key: equal keys mean equal bytes. */
export function deriveSegmentKey(settings: string, frames: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(settings).update(`\n${frames.length}\n`)
  for (const frame of frames) hash.update(frame)
  return hash.digest('hex')
}
