import * as contract from '@songreel/contract'
import { createSchemaBook, type JsonSchema } from '@songreel/server/internal/http/openapi/json-schema.ts'
import { z } from 'zod'

/**
 * The contract's types as plain declarations, made from its schemas: they name no library, and every field says what it
 * is. A package that takes only types from the contract carries these instead of depending on it.
 */
export function writeContractTypes(names: Iterable<string>): string {
  const book = createSchemaBook()
  const aliases = [...new Set(names)].flatMap((name) => {
    const schema = (contract as Record<string, unknown>)[name]
    if (!(schema instanceof z.ZodType)) throw new Error(`@songreel/contract has no schema ${name}.`)
    const written = toType(book.describe(schema, isSent(name) ? 'input' : 'output'))
    return written === name ? [] : [`export type ${name} = ${written}\n`]
  })
  const types = Object.entries(book.schemas).map(
    ([name, schema]) => `${toComment(schema)}export type ${name} = ${toType(schema)}\n`,
  )
  return [...aliases, ...types].join('\n')
}

/** What a client sends: there a default makes a field optional. */
function isSent(name: string): boolean {
  return /(Input|Patch|Query|Move|Request|Row)$/.test(name)
}

function toType(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ')
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map(toType).join(' | ')
  if (allOf) return allOf.map((part) => `(${toType(part)})`).join(' & ')
  if (Array.isArray(type)) return type.map((each) => toType({ ...schema, type: each })).join(' | ')
  if (type === 'object') return toObject(schema)
  if (type === 'array') return `(${toType(schema.items ?? {})})[]`
  return (
    { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }[
      String(type)
    ] ?? 'unknown'
  )
}

function toObject({ properties = {}, required = [], additionalProperties: others }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${toComment(schema)}${JSON.stringify(name)}${mark}: ${toType(schema)}\n`
  })
  const isOpen = typeof others === 'object' && others !== null
  const rest = isOpen ? `[key: string]: ${toType(others as JsonSchema)}\n` : ''
  return `{\n${fields.join('')}${rest}}`
}

function toComment({ description }: JsonSchema): string {
  return description ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : ''
}
