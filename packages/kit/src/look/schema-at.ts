import type { z } from 'zod'

type Schema = z.core.$ZodType
type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
  entries?: Record<string, unknown>
  options?: readonly Schema[]
  items?: readonly Schema[]
  discriminator?: string
  getter?: () => Schema
  values?: readonly unknown[]
}

/** The names that an object may have at a place of a document, by its schema; empty where anything goes. */
export function listKnownKeys(schema: Schema, path: readonly PropertyKey[], json: unknown): string[] {
  let schemas = open(schema, json)
  let value = json
  for (const key of path) {
    value = isObject(value) ? Reflect.get(value, key) : undefined
    schemas = schemas.flatMap((each) => step(each, key)).flatMap((each) => open(each, value))
  }
  return [...new Set(schemas.flatMap(listKeys))]
}

/** Of an object its fields, of a record the names that it takes. */
function listKeys(schema: Schema): string[] {
  const { shape, keyType } = defOf(schema)
  return Object.keys(shape ?? (keyType && defOf(keyType).entries) ?? {})
}

/** The kinds of a union, by the name that tells them apart. */
export function listKinds(schema: Schema, key: string): string[] {
  const { options = [] } = defOf(schema)
  return options.map((each) => String(readLiteral(each, key)))
}

/** What a schema may be: behind options and lazy ones, and of a union the kinds that fit the value. */
function open(schema: Schema, value: unknown): Schema[] {
  const { type, innerType, getter, options, discriminator } = defOf(schema)
  if (type === 'optional' && innerType) return open(innerType, value)
  if (type === 'lazy' && getter) return open(getter(), value)
  if (type !== 'union' || !options) return [schema]
  if (discriminator === undefined) return options.flatMap((each) => open(each, value))
  const kind = isObject(value) ? Reflect.get(value, discriminator) : undefined
  return options.filter((each) => readLiteral(each, discriminator) === kind)
}

function readLiteral(schema: Schema, key: string): unknown {
  const literal = defOf(schema).shape?.[key]
  return literal && defOf(literal).values?.[0]
}

function step(schema: Schema, key: PropertyKey): Schema[] {
  const { shape, element, valueType, items } = defOf(schema)
  const next = shape ? shape[String(key)] : (items?.[Number(key)] ?? element ?? valueType)
  return next ? [next] : []
}

function defOf(schema: Schema): Def {
  return schema._zod.def as unknown as Def
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
