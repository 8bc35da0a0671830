/** What of JSON Schema the schema of looks uses. */
export type Schema = {
  type?: string
  const?: unknown
  enum?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
  pattern?: string
  description?: string
  additionalProperties?: Schema | boolean
}

/** The schema of looks, in the parts that forms are made from. */
export type LookSchema = {
  look: Record<string, Schema>
  /** The properties of each kind of layer. */
  kinds: Record<string, Schema>
  /** The properties of each type of field. */
  fields: Record<string, Schema>
}

/** The JSON Schema by kinds of layers and types of fields. */
export function takeApart(schema: Record<string, unknown>): LookSchema {
  const { properties = {}, $defs } = schema as Schema & { $defs?: { Layer?: Schema } }
  const byConst = (options: Schema[] | undefined, name: string) =>
    Object.fromEntries((options ?? []).map((option) => [String(option.properties?.[name]?.const), option]))
  const { fields } = properties
  const ofFields = typeof fields?.additionalProperties === 'object' ? fields.additionalProperties : {}
  return {
    look: properties,
    kinds: byConst($defs?.Layer?.oneOf ?? $defs?.Layer?.anyOf, 'kind'),
    fields: byConst(ofFields.oneOf ?? ofFields.anyOf, 'type'),
  }
}

/** How a property is shown. */
export type BoxKind =
  | 'anchor'
  | 'choice'
  | 'choices'
  | 'colour'
  | 'colours'
  | 'fieldChoice'
  | 'group'
  | 'json'
  | 'layer'
  | 'layers'
  | 'list'
  | 'measure'
  | 'moving'
  | 'number'
  | 'place'
  | 'switch'
  | 'text'
  | 'words'

/** The box that fits a property, by what its schema takes. */
export function chooseBox(schema: Schema): BoxKind {
  const { type, properties, items } = schema
  if (properties) return 'anchor' in properties && 'inset' in properties ? 'place' : 'group'
  if (schema.anyOf) return chooseAmong(listOptions(schema))
  if (schema.enum) return 'choice'
  if (schema.const !== undefined) return 'switch'
  if (type === 'boolean') return 'switch'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'string') return isLayerName(schema) ? 'layer' : 'text'
  if (type !== 'array' || !items) return 'json'
  if (items.enum) return 'choices'
  if (isLayerName(items)) return 'layers'
  if (items.type === 'string') return 'list'
  return items.anyOf && chooseBox(items) === 'colour' ? 'colours' : 'json'
}

function chooseAmong(options: Schema[]): BoxKind {
  const has = (name: string) => options.some(({ properties }) => properties && name in properties)
  if (has('rest')) return 'moving'
  if (has('mix')) return 'colour'
  if (has('words')) return 'words'
  if (has('x')) return 'anchor'
  if (has('field')) return 'fieldChoice'
  return options.some(({ type }) => type === 'number') ? 'measure' : 'json'
}

/** All options, also those inside of options. */
export function listOptions({ anyOf = [] }: Schema): Schema[] {
  return anyOf.flatMap((option) => (option.anyOf ? listOptions(option) : [option]))
}

/** The words that a choice or a union offers. */
export function listWords(schema: Schema): string[] {
  return schema.enum ?? listOptions(schema).flatMap((option) => option.enum ?? [])
}

/** The bounds of the number that a property may be. */
export function findBounds(schema: Schema): { min: number | undefined; max: number | undefined } {
  const number = [schema, ...listOptions(schema)].find(({ minimum }) => minimum !== undefined)
  return { min: number?.minimum, max: number?.maximum }
}

function isLayerName({ pattern }: Schema): boolean {
  return pattern?.startsWith('^[a-z][A-Za-z0-9-]') ?? false
}

/** HALF_TIME becomes "Half time", and barStyle "Bar style". */
export function toLabel(name: string): string {
  const words = /^[A-Z0-9_]+$/.test(name) ? name.toLowerCase() : name.replace(/([A-Z])/g, ' $1').toLowerCase()
  const spaced = words.replaceAll(/[_-]/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
