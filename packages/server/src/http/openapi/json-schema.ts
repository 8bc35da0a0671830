import * as contract from '@songreel/contract'
import { z } from 'zod'

/** A JSON Schema (2020-12) as a plain object. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  description?: string
  $ref?: string
  [keyword: string]: unknown
}

/** The part of the document that schemas refer to by name. */
export type SchemaBook = {
  /** The schema as it is written at its place: a reference where it has a name. */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  /** Everything that was referred to so far. */
  schemas: Record<string, JsonSchema>
}

const COMPONENTS = '#/components/schemas/'

/** Opens a book in which the contract's exports keep their names. */
export function createSchemaBook(): SchemaBook {
  const outputNames = nameContractSchemas()
  const inputNames = nameInputs(outputNames)
  const registries = {
    input: createRegistry((schema) => inputNames.get(schema)),
    output: createRegistry((schema) => outputNames.get(schema)),
  }
  const schemas: Record<string, JsonSchema> = {}

  function describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const metadata = registries[io]
    const written = z.toJSONSchema(schema, { io, metadata, unrepresentable: 'any' })
    const { $defs = {}, ...root } = tidy(written) as JsonSchema & { $defs?: Record<string, JsonSchema> }
    Object.assign(schemas, $defs)
    return root
  }
  return { describe, schemas }
}

function nameContractSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>()
  for (const [name, value] of Object.entries(contract) as [string, unknown][]) {
    if (value instanceof z.ZodObject || value instanceof z.ZodEnum) names.set(value, name)
  }
  return names
}

type Registry = z.core.$ZodRegistry<{ id?: string }>

/** What zod asks for each schema: its remarks, and its name here. The contract itself stays free of names. */
function createRegistry(nameOf: (schema: z.ZodType) => string | undefined): Registry {
  const get = (schema: z.ZodType) => {
    const remarks = z.globalRegistry.get(schema)
    const id = nameOf(schema)
    return id ? { ...remarks, id } : remarks
  }
  return { get, has: (schema: z.ZodType) => get(schema) !== undefined } as unknown as Registry
}

/** A schema that reads differently in requests (a default makes a field optional there) has a second name for them. */
function nameInputs(names: Map<z.ZodType, string>): Map<z.ZodType, string> {
  const plain = createRegistry(() => undefined)
  const write = (schema: z.ZodType, io: 'input' | 'output') =>
    JSON.stringify(tidy(z.toJSONSchema(schema, { io, metadata: plain, unrepresentable: 'any' })))
  const isTwoFaced = (schema: z.ZodType, name: string) =>
    !/(Input|Patch|Query|Path)$/.test(name) && write(schema, 'input') !== write(schema, 'output')
  return new Map(
    [...names].map(([schema, name]) => [schema, isTwoFaced(schema, name) ? `${name}Input` : name]),
  )
}

/** Makes zod's output read like one written by hand. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const { $schema, id, $id, example, pattern, propertyNames, ...rest } = value as JsonSchema
  const schema: JsonSchema = {}
  for (const [key, inner] of Object.entries(rest)) {
    schema[key] =
      key === 'properties' || key === '$defs' ? tidyEach(inner as Record<string, unknown>) : tidy(inner)
  }
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace('#/$defs/', COMPONENTS)
  if (example !== undefined) schema.examples = [example]
  // zod's pattern for moments is 400 characters long; the format says the same.
  if (pattern !== undefined && rest.format !== 'date-time') schema.pattern = pattern
  // Every whole number of zod's is bounded by what a double can hold, which says nothing.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // Responses may gain fields within /v1, so a client must not refuse what it does not know.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  return mergeNull(schema)
}

function tidyEach(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, inner]) => [name, tidy(inner)]))
}

/** `anyOf: [{type: string}, {type: null}]` reads better as `type: [string, null]`. */
function mergeNull(schema: JsonSchema): JsonSchema {
  const [first, second, third] = schema.anyOf ?? []
  if (!first || third || second?.type !== 'null' || typeof first.type !== 'string' || first.enum)
    return schema
  const { anyOf, ...rest } = schema
  return { ...first, ...rest, type: [first.type, 'null'] }
}
