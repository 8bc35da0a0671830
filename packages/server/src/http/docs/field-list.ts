import type { JsonSchema } from '../openapi/json-schema.ts'
import { type Html, html, inline } from './html.ts'

type Schemas = Record<string, JsonSchema>

/** One line of a list of fields. */
type Field = { name: string; schema: JsonSchema; isRequired: boolean }

/** The fields of an object with their types and rules; objects inside open on demand. */
export function fieldList(schema: JsonSchema, schemas: Schemas, depth = 0): Html {
  const fields = listFields(resolve(schema, schemas))
  if (fields.length === 0) return html``
  return html`<ul class="fields">
    ${fields.map((field) => fieldItem(field, schemas, depth))}
  </ul>`
}

/** A list of fields that are not in one object: parameters. */
export function parameterList(fields: Field[], schemas: Schemas): Html {
  return html`<ul class="fields">
    ${fields.map((field) => fieldItem(field, schemas, 0))}
  </ul>`
}

function fieldItem({ name, schema, isRequired }: Field, schemas: Schemas, depth: number): Html {
  const resolved = resolve(schema, schemas)
  const inner = findInnerObject(resolved, schemas)
  const rules = describeRules(resolved, schemas)
  return html`<li>
    <div class="field">
      <code class="field-name">${name}</code>
      <span class="field-type">${describeType(schema, schemas)}</span>
      ${isRequired && html`<span class="required">required</span>`}
    </div>
    ${resolved.description && html`<p class="field-about">${inline(resolved.description)}</p>`}
    ${rules.length > 0 && html`<p class="field-rules">${rules.map((rule) => html`<span>${inline(rule)}</span>`)}</p>`}
    ${
      inner &&
      depth < 5 &&
      html`<details class="inner">
        <summary>Fields of <code>${name}</code></summary>
        ${fieldList(inner, schemas, depth + 1)}
      </details>`
    }
  </li>`
}

/** Follows a reference. */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (!schema.$ref) return schema
  const { $ref, ...beside } = schema
  return { ...schemas[$ref.split('/').at(-1) ?? ''], ...beside }
}

function listFields(schema: JsonSchema): Field[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.has(name),
  }))
}

function findInnerObject(schema: JsonSchema, schemas: Schemas): JsonSchema | undefined {
  const candidates = [schema, schema.items, ...(schema.anyOf ?? [])]
  return candidates
    .filter((candidate) => candidate !== undefined)
    .map((candidate) => resolve(candidate, schemas))
    .find((candidate) => Object.keys(candidate.properties ?? {}).length > 0)
}

function describeType(schema: JsonSchema, schemas: Schemas): string {
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

function describeRules(schema: JsonSchema, schemas: Schemas): string[] {
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
