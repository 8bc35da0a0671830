import type { Schema } from '../docs-renderer.ts'

/** Schemas that others refer to, by their names. */
export type Schemas = Record<string, Schema>

/** One line of a list of fields. */
export type NamedSchema = { name: string; schema: Schema; isRequired: boolean }

/** Follows a reference. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema
  const { $ref, ...beside } = schema
  return { ...schemas[$ref.split('/').at(-1) ?? ''], ...beside }
}

/** The fields of an object, in its order. */
export function listFields(schema: Schema): NamedSchema[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.has(name),
  }))
}

/** The object that a field is, or holds, or may be. */
export function findInnerObject(schema: Schema, schemas: Schemas): Schema | undefined {
  const candidates = [schema, schema.items, ...(schema.anyOf ?? [])]
  return candidates
    .filter((candidate) => candidate !== undefined)
    .map((candidate) => resolve(candidate, schemas))
    .find((candidate) => Object.keys(candidate.properties ?? {}).length > 0)
}

/** What kind of value it is, in words. */
export function describeType(schema: Schema, schemas: Schemas): string {
  const resolved = resolve(schema, schemas)
  if (resolved.const !== undefined) return JSON.stringify(resolved.const)
  if (resolved.anyOf)
    return [...new Set(resolved.anyOf.map((option) => describeType(option, schemas)))].join(' or ')
  if (resolved.type === 'array' && resolved.items) return `list of ${describeType(resolved.items, schemas)}`
  const types = [resolved.type ?? 'anything'].flat()
  const format = resolved.format === 'date-time' ? 'moment' : resolved.format === 'uri' ? 'URL' : undefined
  return types.map((type) => (type === 'string' && format ? format : (WORDS[type] ?? type))).join(' or ')
}

const WORDS: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' }

/** What a value must keep to, and what it is without one. Code stands in backticks. */
export function describeRules(schema: Schema, schemas: Schemas): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const rules: string[] = []
  const each = schema.items && resolve(schema.items, schemas).enum
  if (schema.enum) rules.push(`one of ${joinValues(schema.enum)}`)
  if (each) rules.push(`each one of ${joinValues(each)}`)
  const characters = describeRange(minLength === 0 ? undefined : minLength, maxLength, 'characters')
  const values =
    schema.type === 'integer' && Math.abs(Number(maximum)) > 2 ** 50
      ? ''
      : describeRange(minimum, maximum, '')
  for (const range of [characters, values, describeRange(minItems, maxItems, 'entries')])
    if (range) rules.push(range)
  if (schema.default !== undefined) rules.push(`default \`${JSON.stringify(schema.default)}\``)
  const example = schema.examples?.[0]
  if (example !== undefined && !schema.enum) rules.push(`such as \`${exampleText(example)}\``)
  return rules
}

function joinValues(values: unknown[]): string {
  return values.map((value) => `\`${String(value)}\``).join(' ')
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example)
}

function describeRange(low: unknown, high: unknown, unit: string): string {
  const suffix = unit ? ` ${unit}` : ''
  if (low !== undefined && high !== undefined) return `${String(low)} to ${String(high)}${suffix}`
  if (high !== undefined) return `at most ${String(high)}${suffix}`
  return low === undefined ? '' : `at least ${String(low)}${suffix}`
}
