import type { OwnLogo } from '../brand/brand-scene.ts'
import type { ClipFile } from '../compose/clip-file.ts'
import type { Frame, Moving } from '../compose/frame.ts'
import type { Box, Size } from '../geometry.ts'
import type { Lyrics } from '../lyrics/lyrics.ts'
import { contrast, fromOklch, hexToOklch, mixColours } from '../paint/colour.ts'
import type { Cover } from '../paint/create-cover.ts'
import { mix } from '../paint/easing.ts'
import type { FontStyle } from '../paint/font-families.ts'
import { toGroundTone } from '../paint/ground-tone.ts'
import type { Palette } from '../paint/palette.ts'
import type { Photo } from '../paint/photo.ts'
import type { Song } from '../template.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import type { Chapter } from '../track/chapters.ts'
import { SIGNED, type Signals } from './signals.ts'
import type { Colour, MovingNumber, SimpleColour, WordSource, Words } from './values.ts'

/** All that a look is drawn from. */
export type LookScene = {
  size: Size
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  safe: Box
  cover: Cover
  /** The artist's photograph. */
  photo: Photo | undefined
  /** The brand's logo. */
  logo: OwnLogo | undefined
  audio: AudioTrack
  chapters: readonly Chapter[]
  song: Song
  data: Readonly<Record<string, unknown>>
  fontStyle: FontStyle
  /** The voice that the look's sizes are meant for. */
  ownFont: FontStyle
  seed: number
  isReduced: boolean
  lyrics: Lyrics | undefined
  clips: readonly ClipFile[]
  /** The title begins on the right. */
  isRtl: boolean
  /** START is on the right. */
  isMirrored: boolean
  signals: Signals
  /** The colours of all type: grounds leave them readable. */
  inks: readonly string[]
  /** Those of the look, by name; all of them were checked. */
  animations: Readonly<Record<string, Record<string, unknown>>>
}

/** The bounds that a number never leaves. */
export type Range = { least: number; most: number }

/** The value of a number in each frame, times `factor`, always inside of its bounds. */
export function bindNumber(
  value: MovingNumber | undefined,
  range: Range,
  scene: Pick<LookScene, 'data' | 'signals'>,
  factor = 1,
): Moving<number> | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number') return value * factor
  if ('field' in value) return clampTo(readNumber(scene.data[value.field]), range) * factor
  const { least = range.least, most = range.most } = value
  const moves = value.with.map((move) => ({ by: move.by, at: scene.signals(move) }))
  const bounds = { least: Math.min(least, most), most: Math.max(least, most) }
  return (frame: Frame) => {
    let sum = value.rest
    for (const { by, at } of moves) sum += by * at(frame)
    return clampTo(sum, bounds) * factor
  }
}

/** The least and the most that a number may become. */
export function boundNumber(
  value: MovingNumber | undefined,
  range: Range,
  fallback: number,
  data: Readonly<Record<string, unknown>> = {},
): Range {
  if (value === undefined) return { least: fallback, most: fallback }
  if (typeof value === 'number') return { least: value, most: value }
  if ('field' in value) {
    const fixed = data[value.field]
    if (typeof fixed !== 'number') return range
    return { least: clampTo(fixed, range), most: clampTo(fixed, range) }
  }
  let [least, most] = [value.rest, value.rest]
  for (const { signal, by } of value.with) {
    // Easings that pass their goal do so by less than this.
    const reach = 1.1 * Math.abs(by)
    if (by > 0 || SIGNED.has(signal)) most += reach
    if (by < 0 || SIGNED.has(signal)) least -= reach
  }
  const [low, high] = [value.least ?? range.least, value.most ?? range.most]
  return { least: Math.max(least, Math.min(low, high)), most: Math.min(most, Math.max(low, high)) }
}

function clampTo(value: number, { least, most }: Range): number {
  return value > most ? most : value >= least ? value : least
}

function readNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

/** A colour of the palette, of the brand, or of the look's own. */
export function bindColour(colour: Colour, scene: Pick<LookScene, 'data' | 'cover'>): string {
  const { palette } = scene.cover
  const read = (simple: SimpleColour): string => {
    if (typeof simple === 'object') {
      const value = scene.data[simple.field]
      return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : palette.accent
    }
    return simple.startsWith('#') ? simple : readRole(palette, simple)
  }
  if (typeof colour === 'string' || 'field' in colour) return read(colour)
  if ('mix' in colour) return mixColours(read(colour.mix[0]), read(colour.mix[1]), colour.by)
  return toGroundTone(read(colour.ground), palette.text, colour.contrast)
}

function readRole(palette: Palette, role: string): string {
  const [, step] = /^GRADIENT_(\d)$/.exec(role) ?? []
  if (step) return palette.gradient[Number(step) - 1] ?? palette.accent
  const roles: Record<string, string> = {
    BACKGROUND: palette.background,
    SURFACE: palette.surface,
    LINE: palette.line,
    MUTED: palette.muted,
    ACCENT: palette.accent,
    ACCENT2: palette.accent2,
    ACCENT_TEXT: palette.accentText,
    GROUND: palette.grounds[0],
    GROUND2: palette.grounds[1],
  }
  return roles[role] ?? palette.text
}

/** What type must have on the palette's ground, a little over 4.5:1 since video rounds colours. */
const READABLE = 4.7
const LIFTS = 40

/** A colour for type: as wished, or moved towards the text's lightness until it can be read. */
export function bindInk(colour: Colour, scene: Pick<LookScene, 'data' | 'cover'>): string {
  const { text, background } = scene.cover.palette
  const wished = bindColour(colour, scene)
  if (contrast(wished, background) >= READABLE) return wished
  const own = hexToOklch(wished)
  const goal = hexToOklch(text).lightness
  for (let step = 1; step <= LIFTS; step++) {
    const lifted = fromOklch({ ...own, lightness: mix(own.lightness, goal, step / LIFTS) })
    if (contrast(lifted, background) >= READABLE) return lifted
  }
  return text
}

/** What a text says in a frame, and how often it changes: only clocks do. */
export type BoundWords = { text: string; at?: (frame: Frame) => string }

/** Of several sources the first that says anything. */
export function bindWords(words: Words, scene: Pick<LookScene, 'data' | 'song' | 'audio'>): BoundWords {
  for (const source of [words].flat()) {
    const bound = readSource(source, scene)
    if (bound.text.trim() !== '') return bound
  }
  return { text: '' }
}

function readSource(
  source: WordSource,
  { data, song, audio }: Pick<LookScene, 'data' | 'song' | 'audio'>,
): BoundWords {
  const fixed = (value: unknown) => ({ text: typeof value === 'string' ? value : '' })
  if (typeof source === 'object') return fixed('words' in source ? source.words : data[source.field])
  const length = formatTime(Math.round(audio.durationSecs))
  const elapsed = ({ secs }: Pick<Frame, 'secs'>) => formatTime(Math.floor(secs + 1e-6))
  switch (source) {
    case 'TITLE':
      return fixed(song.title)
    case 'ARTIST':
      return fixed(song.artist)
    case 'ALBUM':
      return fixed(song.album)
    case 'CUSTOM_TEXT':
      return fixed(data.customText)
    case 'LENGTH':
      return fixed(length)
    case 'ELAPSED':
      return { text: length, at: elapsed }
    default:
      return { text: `${length} / ${length}`, at: (frame) => `${elapsed(frame)} / ${length}` }
  }
}

function formatTime(secs: number): string {
  return `${Math.floor(secs / 60)}:${String(secs % 60).padStart(2, '0')}`
}
