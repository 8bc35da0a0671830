import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Recorder } from './recorder.ts'

/** So that what is made is there when it is read, and gone only at the end. */
const ORDER = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']

type Sample = z.core.JSONSchema.JSONSchema & { example?: unknown }

/** Makes every call that the story did not make, with the examples of its schemas and the ids that were met so far. */
export async function recordRest({ record, findMissing, ids }: Recorder): Promise<void> {
  const missing = findMissing().sort((a, b) => placeOf(a) - placeOf(b))
  for (const { method, url, schema } of missing) {
    const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? `no-${name}-was-met`)
    await record({
      method: String(method),
      path,
      summary: schema?.summary ?? '',
      ...(schema?.body instanceof z.ZodType && { body: composeBody(schema.body, ids) }),
    })
  }
}

function placeOf({ method, url }: RouteOptions): number {
  return ORDER.indexOf(String(method)) * 100 + url.split('/').length
}

function composeBody(schema: z.ZodType, ids: Record<string, string>): unknown {
  const sample = sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  const known = Object.entries(ids).filter(([name]) => name in (sample as object))
  return { ...(sample as object), ...Object.fromEntries(known) }
}

function sampleOf({ example, default: usual, enum: options, ...schema }: Sample): unknown {
  if (example !== undefined) return example
  if (usual !== undefined) return usual
  if (options) return options[0]
  if (schema.type === 'object') {
    const fields = (schema.required ?? []).map((name) => [
      name,
      sampleOf(schema.properties?.[name] as Sample),
    ])
    return Object.fromEntries(fields)
  }
  if (schema.type === 'array') return [sampleOf(schema.items as Sample)]
  if (schema.type === 'string') return 'Odalys Wren'
  return schema.type === 'boolean' ? true : (schema.minimum ?? 1)
}
