import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { type Coverage, covers, readCoverage } from './font-coverage.ts'
import { EMOJI_FONT, type FontFace } from './font-families.ts'
import { type MarkAnchors, readMarkAnchors } from './mark-anchors.ts'

/** One font file. Canvas knows it by its own alias: several files under one alias lose glyphs. */
export type FontSlice = {
  alias: string
  path: string
  /** What the package says the slice is for; `undefined` when its file speaks for itself. */
  ranges: Coverage | undefined
}

/** All slices of a face, the plain Latin one first. Reads one small file, once. */
export function listSlices(face: FontFace): FontSlice[] {
  const key = `${face.package} ${face.cut}`
  const known = slicesByFace.get(key)
  if (known) return known
  const slices = face.file ? [toWholeFile(face, face.file)] : cutFace(face)
  slicesByFace.set(key, slices)
  return slices
}

/** Makes a file from outside a face of its own, known by an alias that no other file has. */
export function addFace(alias: string, path: string): FontFace {
  const face = { package: 'brand', cut: alias }
  slicesByFace.set(`${face.package} ${face.cut}`, [{ alias, path, ranges: undefined }])
  return face
}

function toWholeFile(face: FontFace, file: string): FontSlice {
  return { alias: face.cut, path: join(findPackage(face.package), file), ranges: undefined }
}

function cutFace(face: FontFace): FontSlice[] {
  const folder = findPackage(face.package)
  const name = face.package.slice(face.package.indexOf('/') + 1)
  const toSlice = (slice: string, ranges?: string): FontSlice => {
    const alias = `${name}-${slice}-${face.cut}`
    const path = join(folder, 'files', `${alias}.woff2`)
    return { alias, path, ranges: ranges === undefined ? undefined : parseRanges(ranges) }
  }
  return face.slice ? [toSlice(face.slice)] : readSlices(folder, toSlice)
}

/** Whether a slice has a glyph for a character; opens its file only when the package's ranges allow for it. */
export function hasGlyph(slice: FontSlice, codePoint: number): boolean {
  if (slice.ranges && !covers(slice.ranges, codePoint)) return false
  if (slice.ranges && isPlainLatin(codePoint)) return true
  return holdsGlyph(slice, codePoint)
}

/** Whether a slice's file has a glyph for a character, whatever the package says it is for. */
export function holdsGlyph(slice: FontSlice, codePoint: number): boolean {
  let coverage = coverageByAlias.get(slice.alias)
  if (!coverage) {
    coverage = readCoverage(slice.path)
    coverageByAlias.set(slice.alias, coverage)
  }
  return covers(coverage, codePoint)
}

/** What a slice's file says about accents. */
export function getAnchors(slice: FontSlice): MarkAnchors {
  let anchors = anchorsByAlias.get(slice.alias)
  if (!anchors) {
    anchors = readMarkAnchors(slice.path)
    anchorsByAlias.set(slice.alias, anchors)
  }
  return anchors
}

/** What every Latin slice holds (a test sees to it): most titles need no more, and so no file is opened for them. */
export function isPlainLatin(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint >= 0x20
  if (codePoint < 0x100) return codePoint >= 0xc0 || codePoint === 0xa0
  return codePoint === 0x2013 || codePoint === 0x2014 || codePoint === 0x2019 || codePoint === 0x2026
}

/** The emoji font as a slice like any other. */
export function getEmojiSlice(): FontSlice {
  const path = join(findPackage(EMOJI_FONT.package), EMOJI_FONT.file)
  return { alias: 'noto-color-emoji', path, ranges: undefined }
}

/** Makes a slice usable in `ctx.font` under its alias. Fonts are known to all threads of a process. */
export function registerSlice(slice: FontSlice): void {
  if (registered.has(slice.alias)) return
  if (!GlobalFonts.has(slice.alias) && !GlobalFonts.registerFromPath(slice.path, slice.alias)) {
    throw new Error(`The font ${slice.alias} could not be loaded.`)
  }
  registered.add(slice.alias)
}

// What has been read stays true for the life of the process: font files do not change under us.
const slicesByFace = new Map<string, FontSlice[]>()
const coverageByAlias = new Map<string, Coverage>()
const anchorsByAlias = new Map<string, MarkAnchors>()
const registered = new Set<string>()
const require = createRequire(import.meta.url)

function findPackage(name: string): string {
  return dirname(require.resolve(`${name}/package.json`))
}

function readSlices(folder: string, toSlice: (slice: string, ranges: string) => FontSlice): FontSlice[] {
  const ranges: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
  return Object.entries(ranges)
    .map(([slice, text]) => ({ name: slice.replace(/[[\]]/g, ''), text }))
    .sort((a, b) => rank(a.name) - rank(b.name))
    .map(({ name, text }) => toSlice(name, text))
}

function rank(slice: string): number {
  const at = ['latin', 'latin-ext', 'vietnamese'].indexOf(slice)
  return at < 0 ? 3 : at
}

/** `U+0000-00FF,U+0131` as sorted pairs. */
function parseRanges(text: string): Coverage {
  const pairs = text.split(',').map((part) => {
    const [first, last] = part.trim().slice(2).split('-')
    return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)] as const
  })
  return Uint32Array.from(pairs.sort((a, b) => a[0] - b[0]).flat())
}
