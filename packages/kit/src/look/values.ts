import { z } from 'zod'
import { FONT_STYLES } from '../paint/font-families.ts'
import { LOOK_LIMITS } from './limits.ts'

/** What in the music may move something; every one is a pure function of the frame. */
export const SIGNALS = [
  'BEAT',
  'BAR',
  'DROP',
  'ENERGY',
  'GLOW',
  'BASS',
  'MID',
  'TREBLE',
  'LYRIC',
  'PROGRESS',
  'ENTRANCE',
  'DRIFT',
  'ROUND',
  'SWAY',
] as const

/** The name of a signal. */
export type SignalName = (typeof SIGNALS)[number]

/** How a signal is bent before it moves anything. */
export const EASINGS = [
  'LINEAR',
  'SINE',
  'CUBIC_IN',
  'CUBIC_OUT',
  'EXPO_IN',
  'EXPO_OUT',
  'BACK_OUT',
  'ROOT',
] as const

/** Where a box lies in its room. */
const ANCHORS = [
  'TOP_START',
  'TOP',
  'TOP_END',
  'START',
  'CENTER',
  'END',
  'BOTTOM_START',
  'BOTTOM',
  'BOTTOM_END',
] as const

/** Colours by what they are for. */
const ROLES = [
  'BACKGROUND',
  'SURFACE',
  'LINE',
  'TEXT',
  'MUTED',
  'ACCENT',
  'ACCENT2',
  'ACCENT_TEXT',
  'GROUND',
  'GROUND2',
  'GRADIENT_1',
  'GRADIENT_2',
  'GRADIENT_3',
  'GRADIENT_4',
  'GRADIENT_5',
] as const

/** Frames of like shape; PORTRAIT is 4x5 and its like. */
export const SHAPES = ['TALL', 'PORTRAIT', 'SQUARE', 'WIDE'] as const

/** The name of a shape. */
export type ShapeName = (typeof SHAPES)[number]

/** Small letters first, so that no id is ever FRAME or SAFE. */
export const LayerId = z
  .string()
  .regex(/^[a-z][A-Za-z0-9-]{0,31}$/, 'must be a name such as cover or side-light')
  .describe('a name for other layers to point at')

/** The name of a field of the look's own. */
export const FieldName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,31}$/, 'must be a name such as tag or barStyle')

export const FieldRef = z.strictObject({ field: FieldName })

const FontName = z.enum(FONT_STYLES)

export { FontName }

/** Pixels of a short side of 1080, or a share of the room. */
export const Length = z.union([
  z.number().min(0).max(4000),
  z.string().regex(/^\d{1,3}(\.\d{1,2})?%$/, 'must be pixels such as 40, or a share such as "40%"'),
])
export type Length = z.infer<typeof Length>

/** Reaches outwards a little where it is negative. */
const Inset = z.number().min(-200).max(2000)

const Anchor = z.union([
  z.enum(ANCHORS),
  z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
])
export type Anchor = z.infer<typeof Anchor>
export { Anchor }

/** Where a layer stands. */
export const Place = z.strictObject({
  of: z.union([z.enum(['SAFE', 'FRAME']), LayerId]).optional(),
  below: LayerId.optional(),
  above: LayerId.optional(),
  after: LayerId.optional(),
  before: LayerId.optional(),
  gap: Inset.optional(),
  inset: z
    .union([
      Inset,
      z.strictObject({
        start: Inset.optional(),
        end: Inset.optional(),
        top: Inset.optional(),
        bottom: Inset.optional(),
      }),
    ])
    .optional(),
  width: Length.optional(),
  height: Length.optional(),
  maxWidth: Length.optional(),
  maxHeight: Length.optional(),
  ratio: z.number().min(0.05).max(20).optional(),
  anchor: Anchor.optional(),
})
export type Place = z.infer<typeof Place>

/** What one signal adds to a number. */
export const Move = z.strictObject({
  signal: z.enum(SIGNALS),
  by: z.number().min(-4000).max(4000).describe('what it adds at full strength'),
  easing: z.enum(EASINGS).optional(),
  order: z.int().min(0).max(12).optional().describe('ENTRANCE: one after the other'),
  secs: z.number().min(1).max(240).optional().describe('DRIFT: how long it takes back and forth'),
  turn: z.number().min(0).max(1).optional().describe('DRIFT and ROUND: where it begins'),
  bars: z.number().min(1).max(32).optional().describe('ROUND: how long it takes'),
})
export type Move = z.infer<typeof Move>

/** A number that may move, with the bounds that it never leaves. */
export type MovingNumber =
  | number
  | { field: string }
  | { rest: number; with: Move[]; least?: number | undefined; most?: number | undefined }

/** A number between two bounds that stands still, is a field of the look, or follows signals. */
export function moving(min: number, max: number) {
  const bounded = z.number().min(min).max(max)
  return z.union([
    bounded,
    FieldRef,
    z.strictObject({
      rest: bounded,
      with: z.array(Move).min(1).max(LOOK_LIMITS.moves),
      least: bounded.optional(),
      most: bounded.optional(),
    }),
  ])
}

/** The name of an animation of the look. */
export const AnimationName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9-]{0,31}$/, 'must be a name such as spark or end-card')

/** What is bound to a slot, a layer, a fill or a picture of an animation, by its name there. */
function slotsOf<Value extends z.ZodType>(value: Value) {
  return z.record(z.string().min(1).max(120), value).optional()
}

const Hex = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a role such as ACCENT, or a colour such as #ff3366')

export { Hex }

const SimpleColour = z.union([z.enum(ROLES), Hex, FieldRef])
export type SimpleColour = z.infer<typeof SimpleColour>

/** A colour by its role, between two, as a ground for type, or as it is. */
export const Colour = z.union([
  SimpleColour,
  z.strictObject({ mix: z.tuple([SimpleColour, SimpleColour]), by: z.number().min(0).max(1) }),
  z.strictObject({ ground: SimpleColour, contrast: z.number().min(1).max(16) }),
])
export type Colour = z.infer<typeof Colour>

const WordSource = z.union([
  z.enum(['TITLE', 'ARTIST', 'ALBUM', 'CUSTOM_TEXT', 'CLOCK', 'ELAPSED', 'LENGTH']),
  FieldRef,
  z.strictObject({ words: z.string().min(1).max(LOOK_LIMITS.words) }),
])
export type WordSource = z.infer<typeof WordSource>

/** What a text says; of several, the first that says anything. */
export const Words = z.union([WordSource, z.array(WordSource).min(1).max(4)])
export type Words = z.infer<typeof Words>

/** A layer that is there only with some data. */
export const If = z.strictObject({
  field: FieldName,
  is: z.union([z.string().max(LOOK_LIMITS.words), z.number(), z.boolean()]),
})

/** What an animation is filled with. */
export const Slots = z.strictObject({
  text: slotsOf(Words),
  colour: slotsOf(Colour),
  image: slotsOf(z.literal('COVER')),
})

/** What an animation's time is bound to. */
export const PlayTime = z.strictObject({
  unit: z.enum(['SECONDS', 'BEATS', 'BARS']).optional(),
  every: z.number().min(0.1).max(64).optional().describe('one round takes so many of them'),
  plays: z.enum(['AGAIN', 'ONCE']).optional(),
})
