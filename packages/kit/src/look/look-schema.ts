import { z } from 'zod'
import { LOGO_CORNERS } from '../brand/brand-plan.ts'
import { LookLayer } from './layer-schemas.ts'
import { LOOK_LIMITS } from './limits.ts'
import { AnimationName, FieldName, FontName, Hex } from './values.ts'

const Corners = z.array(z.enum(LOGO_CORNERS)).max(LOGO_CORNERS.length)
const described = { description: z.string().max(200).optional() }
const words = z.string().max(LOOK_LIMITS.fieldText)

/** A field of the look's own: its type, its bounds and what it is where nobody says. */
export const LookField = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('TEXT'),
    most: z.int().min(1).max(LOOK_LIMITS.fieldText),
    default: words.optional(),
    ...described,
  }),
  z.strictObject({
    type: z.literal('NUMBER'),
    min: z.number().min(-4000).max(4000),
    max: z.number().min(-4000).max(4000),
    default: z.number(),
    ...described,
  }),
  z.strictObject({
    type: z.literal('CHOICE'),
    options: z.array(z.string().min(1).max(40)).min(1).max(24),
    default: z.string(),
    ...described,
  }),
  z.strictObject({ type: z.literal('COLOUR'), default: Hex.optional(), ...described }),
  z.strictObject({ type: z.literal('SWITCH'), default: z.boolean(), ...described }),
])
export type LookField = z.infer<typeof LookField>

/** A look as it is written: strict, plain data, and nothing in it that runs. */
export const lookSchema = z.strictObject({
  $schema: z.string().max(200).optional().describe('for editors'),
  look: z.literal(1).describe('the version of this language'),
  contentId: z
    .string()
    .regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/, 'must be two or more words such as NEON_PULSE')
    .max(64)
    .optional(),
  title: z.string().min(1).max(80),
  description: z.string().min(1).max(300),
  version: z.int().min(1).max(1_000_000).optional(),
  energy: z.enum(['ENERGETIC', 'CALM']).optional(),
  aspectRatios: z
    .array(z.string().regex(/^[1-9]\d?x[1-9]\d?$/, 'must be a ratio such as 9x16'))
    .min(1)
    .max(12)
    .optional(),
  fontStyle: FontName.optional(),
  excerpt: z.union([z.literal('WHOLE'), z.number().min(3).max(60)]).optional(),
  mirror: z.literal('BY_CHANCE').optional(),
  coversSubject: z.boolean().optional(),
  logoPlaces: z
    .strictObject({ TALL: Corners.optional(), SQUARE: Corners.optional(), WIDE: Corners.optional() })
    .optional()
    .describe('where the logo of a brand may stand, best first'),
  lyrics: z.enum(['OPTIONAL', 'REQUIRED']).optional(),
  clips: z.strictObject({ min: z.int().min(0).max(12), max: z.int().min(1).max(24) }).optional(),
  fields: z.record(FieldName, LookField).optional(),
  example: z.record(z.string().max(40), z.union([words, z.number(), z.boolean()])).optional(),
  animations: z
    .record(AnimationName, z.record(z.string(), z.unknown()))
    .optional()
    .describe('Lottie animations, as JSON, for layers of this kind'),
  layers: z.array(LookLayer).min(1).max(LOOK_LIMITS.layers),
})

/** A look, parsed. */
export type Look = z.infer<typeof lookSchema>

/** The JSON Schema that editors complete looks by. */
export function describeLookSchema(): Record<string, unknown> {
  return { title: 'Songreel look', ...z.toJSONSchema(lookSchema, { io: 'input' }) }
}
