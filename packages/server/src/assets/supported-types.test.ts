import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { encodePcm } from '@songreel/audio/synth'
import { probeMedia, RenderError } from '@songreel/render'
import { createTestFrames } from '@songreel/render/testing/test-frames.ts'
import { writeTestVideo } from '@songreel/render/testing/write-test-video.ts'
import sharp from 'sharp'
import { detectType, HEAD_BYTES } from './detect-type.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'songreel-types-'))
after(() => rmSync(folder, { recursive: true }))

const tone = Float32Array.from({ length: 48_000 }, (_, index) => Math.sin(index / 20) / 4)
const pcm = { sampleRate: 48_000, channels: [tone, tone] }

type Make = (file: string) => unknown

const picture =
  (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff'): Make =>
  (file) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: '#c03050' } })
      .toFormat(format)
      .toFile(file)

const sound =
  (encoder: string, container: string): Make =>
  (file) =>
    encodePcm(pcm, file, { encoder, container })

const video =
  (format: 'MP4' | 'MOV' | 'WEBM', brand?: string): Make =>
  async (file) => {
    await writeTestVideo({ file, format, frames: createTestFrames({ frameCount: 30 }) })
    const bytes = await readFile(file)
    if (brand) await writeFile(file, bytes.fill(brand, 8, 12, 'latin1'))
  }

const FILES: Record<string, Make> = {
  JPEG: picture('jpeg'),
  PNG: picture('png'),
  WebP: picture('webp'),
  GIF: picture('gif'),
  AVIF: picture('avif'),
  TIFF: picture('tiff'),
  MP3: sound('libmp3lame', 'mp3'),
  FLAC: sound('flac', 'flac'),
  WAV: sound('pcm_s16le', 'wav'),
  AIFF: sound('pcm_s16be', 'aiff'),
  Ogg: sound('libvorbis', 'ogg'),
  Opus: sound('libopus', 'ogg'),
  M4A: sound('aac', 'ipod'),
  'raw AAC': sound('aac', 'adts'),
  MKV: sound('aac', 'matroska'),
  AVI: sound('libmp3lame', 'avi'),
  'MPEG-TS': sound('aac', 'mpegts'),
  MP4: video('MP4'),
  M4V: video('MP4', 'M4V '),
  '3GP': video('MP4', '3gp4'),
  MOV: video('MOV'),
  WebM: video('WEBM'),
}

for (const [name, make] of Object.entries(FILES))
  test(`an upload takes ${name} only where the engine reads it`, async () => {
    const file = path.join(folder, 'file')
    await make(file)
    const found = await detectType((await readFile(file)).subarray(0, HEAD_BYTES))
    const probed = await probeMedia(file).catch((error: unknown) => error)
    const readAs = probed instanceof RenderError ? undefined : (probed as { kind: string }).kind
    assert.equal(found.kind, readAs, `${JSON.stringify(found)}; ${probed}`)
  })
