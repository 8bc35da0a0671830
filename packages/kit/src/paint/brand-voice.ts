import { createCanvas } from '@napi-rs/canvas'
import { findEmboldening } from './emboldening.ts'
import type { FontFacts } from './font-facts.ts'
import {
  type BrandVoice,
  COMPANIONS,
  type FontFace,
  type FontRole,
  type FontStyle,
  findLastFace,
  hasScript,
  type OwnStyle,
  SCRIPT_FONTS,
  VOICES,
  type Voice,
} from './font-families.ts'
import { addFace, type FontSlice, hasGlyph, listSlices, registerSlice } from './font-slices.ts'
import { measureHairline } from './measure-hairline.ts'

/** A font of a brand, as plain data: where its file is, and what was read from it. */
export type BrandFont = FontFacts & {
  path: string
  sha256: string
  /** How thin its thin strokes are, in em. Unset: nobody has looked. */
  hairline?: number
}

/** The fonts of a brand; where one is absent, ours speaks. */
export type BrandFonts = { title?: BrandFont; text?: BrandFont }

/** How a voice speaks, and how ours does where a brand's face can't. */
export type FoundVoice = Voice & { ownVoice?: Omit<Voice, 'faces'> }

/** Makes fonts known to this thread, and names the voice that speaks with them: one of ours where a brand has none. */
export function nameBrandVoice({ title, text }: BrandFonts, own: OwnStyle): FontStyle {
  if (!title && !text) return own
  const add = (font: BrandFont | undefined) => {
    if (!font) return ''
    const name = font.sha256.slice(0, NAME_LENGTH)
    if (!known.has(name)) known.set(name, font)
    return name
  }
  return `brand:${add(title)}:${add(text)}:${own}`
}

/** Whether the canvas really draws a font's own letters. */
export function tryFont({ path, sha256, sample }: BrandFont): boolean {
  const [slice] = listSlices(addFace(`brand-${sha256.slice(0, NAME_LENGTH)}`, path)) as [FontSlice]
  try {
    registerSlice(slice)
  } catch {
    return false
  }
  const { ascent, descent } = measureInk(sample, slice.alias, { weight: 400, variation: '"opsz" 20' })
  return ascent + descent > 0
}

/** How thin the thin strokes of a font are, in em, in the weight that is nearest to a regular one. */
export function findHairline({ path, sha256, sample, weights }: BrandFont): number {
  const [slice] = listSlices(addFace(`brand-${sha256.slice(0, NAME_LENGTH)}`, path)) as [FontSlice]
  registerSlice(slice)
  const weight = Math.min(weights[1], Math.max(weights[0], REGULAR))
  return measureHairline(slice.alias, { sample, isLatin: hasLatin(slice), weight })
}

const REGULAR = 400

// Enough of a hash that no two fonts of one process share it.
const NAME_LENGTH = 24

// Named by what is in them, so what is known stays true: stills of several brands are drawn in one process.
const known = new Map<string, BrandFont>()
const voices = new Map<string, FoundVoice>()

/** How a voice speaks in a role. */
export function findVoice(style: FontStyle, role: FontRole): FoundVoice {
  if (!isBrandVoice(style)) return VOICES[style][role]
  const key = `${style} ${role}`
  const found = voices.get(key) ?? makeVoice(style, role)
  voices.set(key, found)
  return found
}

function isBrandVoice(style: FontStyle): style is BrandVoice {
  return style.startsWith('brand:')
}

function makeVoice(style: BrandVoice, role: FontRole): FoundVoice {
  const [, title = '', text = '', own] = style.split(':')
  const template = VOICES[own as OwnStyle][role]
  const name = role === 'DISPLAY' ? title : text
  const font = known.get(name)
  if (!font) return template
  const face = addFace(`brand-${name}`, font.path)
  const { faces, ...ownVoice } = findCompanion(font, role) ?? template
  const weight = keepWeight(font, template.weight)
  const variation = ownVoice.variation
  const embolden = findEmboldening(font, role)
  const { sizeFactor, lineHeight, isJoined } = measureFace(font, face, { weight, variation, role })
  return {
    // The last one takes the weight of the brand's, so that a letter of it does not stand out.
    faces: [face, ...faces.slice(0, -1), findLastFace(weight)],
    weight,
    variation,
    // As much air between the letters as bolder strokes take.
    tracking: embolden,
    lineHeight,
    sizeFactor,
    ...(embolden > 0 && { embolden }),
    isJoined: isJoined || font.isHandwriting,
    ownVoice,
  }
}

/** Strokes as thin as this in a face of usual weight are the thin ones of two kinds. */
const CONTRASTED_HAIRLINE = 0.042

/**
 * Who sets Latin for a face that has none: one of ours that is made like it and as heavy, the same in every look. What the look itself
 * speaks with would change from video to video, and a brand with it.
 */
function findCompanion(font: BrandFont, role: FontRole): Voice | undefined {
  if (font.scripts.length === 0 || font.scripts.includes('Latn')) return undefined
  const weight = keepWeight(font, VOICES.MODERN[role].weight)
  const isContrasted = (font.hairline ?? 1) < CONTRASTED_HAIRLINE && weight >= REGULAR
  return { ...COMPANIONS[isContrasted ? 'CONTRASTED' : 'EVEN'][role], weight }
}

/** The weight that a font has which is nearest to a wished one. */
function keepWeight({ weights: [least, most] }: BrandFont, wished: number): number {
  return Math.min(most, Math.max(least, wished))
}

/** `reaches`: the ink goes on to where the next letter begins. */
type Ink = { ascent: number; descent: number; reaches: boolean }
type Setting = { weight: number; variation: string; role: FontRole }

/** Heights of our own Latin type in em: capitals, and small letters without ascenders. */
const OUR_CAPITALS = 0.727
const OUR_SMALL = 0.546
/** Air between two lines in em, beside what the letters take; ours have as much. */
const LINE_AIR = { DISPLAY: 0.1, TEXT: 0.32 }
/** No face is brought further than this: it has its size for a reason. */
const MOST_FACTOR = 1.35
const LEAST_FACTOR = 0.78
const MEASURE_PX = 200
/** Letters that end in a stroke towards the next one where letters are written joined. */
const JOINING = 'aeimntu'
const JOINT_PX = 1

/** How large a face is for its em, and how much room its lines need: a display face fills its em, a thin serif half of it. */
function measureFace(
  font: BrandFont,
  face: FontFace,
  setting: Setting,
): Required<Pick<Voice, 'sizeFactor' | 'lineHeight' | 'isJoined'>> {
  const [slice] = listSlices(face) as [FontSlice]
  registerSlice(slice)
  const inkOf = (text: string, alias = slice.alias) => measureInk(text, alias, setting)
  const isLatin = hasLatin(slice)
  const tallest = isLatin ? inkOf('Hdp') : inkOf(font.sample)
  const height = isLatin ? inkOf('H').ascent + inkOf('x').ascent : tallest.ascent + tallest.descent
  const ours = isLatin ? OUR_CAPITALS + OUR_SMALL : measureOurs(font.sample, inkOf)
  const sizeFactor = height > 0 && ours > 0 ? Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, ours / height)) : 1
  // In em of our own type, as all sizes are.
  const lines = (tallest.ascent + tallest.descent) * sizeFactor + LINE_AIR[setting.role]
  const isJoined =
    isLatin && [...JOINING].filter((letter) => inkOf(letter).reaches).length > JOINING.length / 2
  return { sizeFactor, lineHeight: Math.min(1.9, Math.max(0.9, lines)), isJoined }
}

function hasLatin(slice: FontSlice): boolean {
  return [...'Hxpd'].every((letter) => hasGlyph(slice, letter.codePointAt(0)!))
}

/** How high our own font of a script sets the same letters; 0 where we have none. */
function measureOurs(sample: string, inkOf: (text: string, alias: string) => Ink): number {
  const [first] = sample
  const script = first && SCRIPT_FONTS.find((font) => hasScript(font, first))
  const slice = script && listSlices(script.face)[0]
  if (!slice || ![...sample].every((letter) => hasGlyph(slice, letter.codePointAt(0)!))) return 0
  registerSlice(slice)
  const ink = inkOf(sample, slice.alias)
  return ink.ascent + ink.descent
}

function measureInk(text: string, alias: string, { weight, variation }: Omit<Setting, 'role'>): Ink {
  const ctx = createCanvas(8, 8).getContext('2d')
  ctx.font = `${weight} ${MEASURE_PX}px "${alias}"`
  ctx.fontVariationSettings = variation
  const { actualBoundingBoxAscent, actualBoundingBoxDescent, actualBoundingBoxRight, width } =
    ctx.measureText(text)
  return {
    ascent: actualBoundingBoxAscent / MEASURE_PX,
    descent: actualBoundingBoxDescent / MEASURE_PX,
    reaches: actualBoundingBoxRight >= width - JOINT_PX,
  }
}
