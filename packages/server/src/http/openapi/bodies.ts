import type { RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { RecordedCall } from '../../examples/recorded-examples.ts'
import type { JsonSchema, SchemaBook } from './json-schema.ts'

/** An example: its value, or where it lies. */
export type Example = { summary?: string; value?: unknown; $ref?: string }

/** What is sent, by media type. */
export type Content = Record<string, { schema: JsonSchema; examples?: Record<string, Example> }>

/** What a call takes: JSON, or a file. */
export function describeRequestBody(
  { schema, config }: RouteOptions,
  book: SchemaBook,
  { requests }: RecordedCall,
): { required: boolean; content: Content } | undefined {
  if (config?.bodyTypes) {
    const content = config.bodyTypes.map((type) => [type, describeFile(type)] as const)
    return { required: true, content: Object.fromEntries(content) }
  }
  if (!schema?.body) return undefined
  const described = book.describe(schema.body as z.ZodType, 'input')
  const named = book.schemas[described.$ref?.split('/').at(-1) ?? ''] ?? described
  const content = { schema: described, ...(requests && { examples: requests }) }
  return { required: (named.required ?? []).length > 0, content: { 'application/json': content } }
}

function describeFile(type: string): { schema: JsonSchema } {
  if (type !== 'multipart/form-data') return { schema: BYTES }
  const file = { ...BYTES, description: 'The file; the field can have any name' }
  return { schema: { type: 'object', properties: { file }, required: ['file'] } }
}

/** Bytes that are no text. OpenAPI 3.1 would do without a schema; most generators know this one from 3.0. */
export const BYTES: JsonSchema = { type: 'string', format: 'binary' }
