import { z } from 'zod'
import { CUT_RATES } from '../film/plan-cuts.ts'
import {
  Anchor,
  AnimationName,
  Colour,
  FieldRef,
  FontName,
  If,
  LayerId,
  Length,
  moving,
  Place,
  PlayTime,
  SHAPES,
  Slots,
  Words,
} from './values.ts'

/** What stands on a ring. */
export const RING_STYLES = ['BARS', 'NEEDLES', 'DOTS'] as const

/** What a picture shows. */
const PICTURE_SOURCES = ['COVER', 'ARTIST', 'LOGO'] as const

const share = z.number().min(0).max(1)
const strength = moving(0, 1)

/** What every layer has. */
const common = {
  id: LayerId.optional(),
  if: If.optional(),
  shapes: z.array(z.enum(SHAPES)).min(1).max(SHAPES.length).optional(),
}

/** What a layer with a place has; `take`, `cross` and `gap` count inside of a stack. */
const placed = {
  place: Place.optional(),
  take: z
    .union([Length, z.literal('REST')])
    .optional()
    .describe('how much of the stack'),
  cross: Length.optional(),
  gap: z.number().min(0).max(1000).optional(),
}

/** What things that move have. */
const moved = {
  x: moving(-2000, 2000).optional(),
  y: moving(-2000, 2000).optional(),
  scale: moving(0.2, 2).optional(),
  opacity: strength.optional(),
  grows: Anchor.optional(),
}

/** A layer, and what of it is another in a shape. */
function layer<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  const own = z.strictObject(shape).partial()
  return z.strictObject({
    kind: z.literal(kind),
    ...common,
    ...shape,
    in: z.partialRecord(z.enum(SHAPES), own).optional(),
  })
}

const fill = layer('fill', {
  colours: z.array(Colour).min(1).max(5),
  direction: z.enum(['DOWN', 'ACROSS', 'DIAGONAL']).optional(),
  opacity: strength.optional(),
})

const backdrop = layer('backdrop', {
  blur: z.number().min(0).max(200).optional(),
  tint: Colour.optional(),
  tintAmount: share.optional(),
  saturation: z.number().min(0).max(2).optional(),
  brightness: strength.optional(),
  zoom: moving(1, 4).optional(),
  panX: moving(-1, 1).optional(),
  panY: moving(-1, 1).optional(),
  shade: z.strictObject({ top: share.optional(), bottom: share.optional() }).optional(),
  carriesType: z.boolean().optional().describe('default true: graded until type can be read on it'),
})

const silk = layer('silk', {
  quiet: z.array(LayerId).max(6).optional().describe('layers behind which it is dark'),
})

const soundRings = layer('sound-rings', { around: LayerId })

const film = layer('film', {
  ...placed,
  rate: z.enum(CUT_RATES).optional(),
  brightness: share.optional(),
  saturation: z.number().min(0).max(1.9).optional(),
  opacity: strength.optional(),
})

const picture = layer('picture', {
  source: z
    .enum(PICTURE_SOURCES)
    .optional()
    .describe("the cover (default), the artist's photo or the brand's logo; a logo is shown whole"),
  otherwise: z.literal('COVER').optional().describe('the cover stands in where there is no such picture'),
  ...placed,
  ...moved,
  rotation: moving(-360, 360).optional(),
  form: z.enum(['PLAIN', 'CARD', 'DISC']).optional(),
  radius: z.number().min(0).max(540).optional(),
  fade: z
    .strictObject({
      side: z.enum(['TOP', 'BOTTOM', 'START', 'END']),
      gone: Length.optional(),
      full: Length,
    })
    .optional(),
})

const shape = layer('shape', {
  ...placed,
  ...moved,
  rotation: moving(-360, 360).optional(),
  form: z.enum(['BOX', 'OVAL']).optional(),
  radius: z.number().min(0).max(540).optional(),
  colours: z.array(Colour).min(1).max(5),
  direction: z.enum(['DOWN', 'ACROSS', 'DIAGONAL']).optional(),
  outline: z.number().min(1).max(40).optional(),
  reveal: strength.optional(),
})

const lottie = layer('lottie', {
  ...placed,
  ...moved,
  rotation: moving(-360, 360).optional(),
  animation: AnimationName.describe('one of the animations of the look'),
  fit: z.enum(['FIT', 'FILL']).optional(),
  slots: Slots.optional(),
  time: PlayTime.optional(),
})

const glow = layer('glow', {
  ...placed,
  around: LayerId.optional(),
  follows: z.literal('PLAYHEAD').optional().describe('travels along the layer that it is around'),
  form: z.enum(['BOX', 'OVAL']).optional(),
  colour: Colour.optional(),
  strength: strength.optional(),
  spread: z.number().min(8).max(400).optional(),
  x: moving(-2000, 2000).optional(),
  y: moving(-2000, 2000).optional(),
  scale: moving(0.5, 3).optional(),
})

const bars = layer('bars', {
  ...placed,
  pitch: z.number().min(6).max(200).optional(),
  thickness: z.number().min(0.05).max(1).optional(),
  minHeight: z.number().min(0).max(400).optional(),
  radius: z.number().min(0).max(100).optional(),
  rise: z.enum(['BOTTOM', 'MIDDLE', 'TOP']).optional(),
  mirrored: z.boolean().optional(),
  colours: z.array(Colour).min(1).max(5).optional(),
  opacity: strength.optional(),
})

const ring = layer('ring', {
  ...placed,
  style: z.union([z.enum(RING_STYLES), FieldRef]).optional(),
  foot: z.number().min(0.2).max(0.9).optional().describe('where bars begin, of the radius'),
  scale: moving(0.8, 1.25).optional(),
  spin: z
    .strictObject({
      perSec: z.number().min(-90).max(90).optional(),
      perBar: z.number().min(-90).max(90).optional(),
    })
    .optional(),
  colours: z.array(Colour).min(1).max(2).optional(),
  opacity: strength.optional(),
})

const waveform = layer('waveform', {
  ...placed,
  ...moved,
  style: z.enum(['FILL', 'DANCE']).optional(),
  pitch: z.number().min(6).max(200).optional(),
  thickness: z.number().min(0.05).max(1).optional(),
  rise: z.enum(['BOTTOM', 'MIDDLE', 'TOP']).optional(),
  colour: Colour.optional(),
  played: Colour.optional(),
})

const progress = layer('progress', {
  ...placed,
  colour: Colour.optional(),
  played: Colour.optional(),
  opacity: strength.optional(),
})

const particles = layer('particles', {
  count: z.int().min(1).max(300).optional(),
  style: z.enum(['RISE', 'FALL', 'FLOAT']).optional(),
  form: z.enum(['DOT', 'SQUARE', 'SOFT']).optional(),
  dot: z.number().min(2).max(60).optional().describe('the largest, in pixels'),
  speed: z.number().min(0).max(600).optional().describe('pixels a second, without music'),
  push: z.number().min(0).max(4).optional().describe('how much faster on a beat'),
  colours: z.array(Colour).min(1).max(5).optional(),
  opacity: strength.optional(),
})

const ridges = layer('ridges', {
  count: z.int().min(1).max(16).optional(),
  height: z.number().min(20).max(900).optional(),
  top: Length.optional(),
  colours: z.array(Colour).min(2).max(3).optional().describe('far, near, and the line along the crest'),
  line: z.number().min(0).max(20).optional(),
})

const grain = layer('grain', { amount: z.number().min(0).max(0.05).optional() })

const type = {
  ...placed,
  ...moved,
  role: z.enum(['DISPLAY', 'TEXT']).optional(),
  font: FontName.optional(),
  size: Length.optional(),
  minSize: z.number().min(16).max(400).optional(),
  lines: z.int().min(1).max(8).optional(),
  maxHeight: Length.optional(),
  lineHeight: z.number().min(0.7).max(2).optional(),
  tracking: z.number().min(-0.05).max(0.4).optional(),
  capitals: z.enum(['ALWAYS', 'SHORT']).optional(),
  align: z.enum(['START', 'CENTER', 'END']).optional(),
  stands: z.enum(['TOP', 'MIDDLE', 'BOTTOM']).optional(),
  colour: Colour.optional(),
}

const text = layer('text', { ...type, text: Words })

const lyrics = layer('lyrics', {
  ...type,
  words: z.boolean().optional(),
  waiting: Colour.optional().describe('words that are not sung yet'),
})

const stackShape = {
  ...placed,
  direction: z.enum(['DOWN', 'ACROSS']).optional(),
  align: z.enum(['START', 'CENTER', 'END']).optional(),
  spacing: z.number().min(0).max(1000).optional().describe('between children that say nothing about it'),
}
const stackBase = layer('stack', stackShape)
const stack = stackBase.extend({
  children: z
    .array(z.lazy(() => LookLayer))
    .min(1)
    .max(16),
})

const PLAIN_LAYERS = [
  fill,
  backdrop,
  silk,
  soundRings,
  film,
  picture,
  shape,
  lottie,
  glow,
  bars,
  ring,
  waveform,
  progress,
  particles,
  ridges,
  grain,
  text,
  lyrics,
] as const

type PlainLayer = z.infer<(typeof PLAIN_LAYERS)[number]>
/** Layers below each other or side by side. */
export type StackLayer = z.infer<typeof stackBase> & { children: LookLayer[] }
/** One layer of a look. */
export type LookLayer = PlainLayer | StackLayer

/** Any layer. */
export const LookLayer: z.ZodType<LookLayer> = z.discriminatedUnion('kind', [...PLAIN_LAYERS, stack]).meta({
  id: 'Layer',
}) as unknown as z.ZodType<LookLayer>
