// Entry point for health checks. Each part is loaded only when it is checked, so that a missing one doesn't hide others.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** The drawing library after it has drawn. */
export type DrawingPart = { name: string; version: string }

/** The encoding library and which of the two encoders behind every MP4 it has. */
export type EncoderPart = {
  name: string
  ffmpegVersion: string
  encoders: { libx264: boolean; aac: boolean }
}

/** A script and the characters of its sample that no bundled font can draw. */
export type ScriptCoverage = { script: string; uncovered: string[] }

/** Draws one pixel; throws where the library's part for this platform is missing. */
export async function tryDrawing(): Promise<DrawingPart> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const ctx = createCanvas(1, 1).getContext('2d')
  ctx.fillStyle = '#2468ac'
  ctx.fillRect(0, 0, 1, 1)
  const [red, green, blue] = ctx.getImageData(0, 0, 1, 1).data
  if (red !== 0x24 || green !== 0x68 || blue !== 0xac) throw new Error('It drew a pixel of a wrong colour.')
  return { name: '@napi-rs/canvas', version: readVersion('@napi-rs/canvas') }
}

/** Asks the encoding library what it has; throws where its part for this platform is missing. */
export async function tryEncoder(): Promise<EncoderPart> {
  const { Codec, getFFmpegInfo } = await import('node-av/lib')
  const encoders = {
    libx264: Boolean(Codec.findEncoderByName('libx264' as never)),
    aac: Boolean(Codec.findEncoderByName('aac' as never)),
  }
  return { name: 'node-av', ffmpegVersion: getFFmpegInfo().version, encoders }
}

/** Titles in many scripts, looked up in the bundled fonts. */
export async function tryFonts(): Promise<ScriptCoverage[]> {
  const { findUncoveredCharacters } = await import('@songreel/kit/drawing')
  return Object.entries(SAMPLES).map(([script, text]) => ({
    script,
    uncovered: findUncoveredCharacters(text),
  }))
}

const SAMPLES = {
  Latin: 'Überfahrt Çağ Łódź Việt',
  Greek: 'Μεσάνυχτα',
  Cyrillic: 'Полночь Їжак',
  CJK: '夜のドライブ 午夜 한밤',
  Arabic: 'منتصف الليل',
  Hebrew: 'חצות',
  Devanagari: 'आधी रात',
  Thai: 'เที่ยงคืน',
  emoji: '🌙🚗❤️',
}

/** Packages that do not open their package.json are found by the folder of their entry. */
function readVersion(name: string): string {
  let folder = dirname(require.resolve(name))
  while (folder !== dirname(folder)) {
    try {
      const facts = require(join(folder, 'package.json')) as { name?: string; version: string }
      if (facts.name === name) return facts.version
    } catch {
      // Not the package's root yet.
    }
    folder = dirname(folder)
  }
  return 'unknown'
}
