import { z } from 'zod'
import type { Look, LookField } from './look-schema.ts'

/** The fields of a look as a schema, as templates have one for their data. */
export function makeFields({ fields = {} }: Pick<Look, 'fields'>): z.ZodObject<Record<string, z.ZodType>> {
  return z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, makeField(field)])))
}

function makeField(field: LookField): z.ZodType {
  const { description } = field
  const schema = makeRule(field)
  return description === undefined ? schema : schema.describe(description)
}

function makeRule(field: LookField): z.ZodType {
  switch (field.type) {
    case 'TEXT': {
      const words = z.string().max(field.most)
      return field.default === undefined ? words.optional() : words.default(field.default)
    }
    case 'NUMBER':
      return z.number().min(field.min).max(field.max).default(field.default)
    case 'CHOICE':
      return z.enum(field.options).default(field.default)
    case 'SWITCH':
      return z.boolean().default(field.default)
    default: {
      const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #ff3366')
      return field.default === undefined ? colour.optional() : colour.default(field.default)
    }
  }
}
