import type { Warning } from '@songreel/contract'
import { findNearest } from '@songreel/contract/find-nearest'
import { z } from 'zod'
import { joinPath, type PathSegment } from '../../validation/field-path.ts'

const MAX_WARNINGS = 20
const MAX_SHOWN_CHARACTERS = 60

/** The fields a schema knows, as a tree; `undefined` where anything goes. */
export type KnownFields =
  | { kind: 'object'; fields: Map<string, KnownFields | undefined>; isOpen: boolean }
  | { kind: 'list'; item: KnownFields | undefined }

/** Reads the field names out of a schema, once at start. */
export function listKnownFields(schema: z.ZodType): KnownFields | undefined {
  if (schema instanceof z.ZodObject) {
    const { shape, catchall } = schema.def
    const isOpen = catchall !== undefined && catchall._zod.def.type !== 'never'
    const fields = Object.entries(shape).map(
      ([name, field]) => [name, listKnownFields(field as z.ZodType)] as const,
    )
    return { kind: 'object', fields: new Map(fields), isOpen }
  }
  if (schema instanceof z.ZodArray)
    return { kind: 'list', item: listKnownFields(schema.element as z.ZodType) }
  const inner = unwrapSchema(schema)
  return inner && listKnownFields(inner)
}

function unwrapSchema(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  ) {
    return schema.unwrap() as z.ZodType
  }
  return undefined
}

/** A field that was sent and is not known; `meant` is the one it resembles. */
export type UnknownField = Warning & { meant?: string }

/** Names the fields that were sent and are not known, with what was probably meant. */
export function findUnknownFields(value: unknown, known: KnownFields, noun: string): UnknownField[] {
  const found: UnknownField[] = []
  collect(value, known, [], (path, meant) => found.push(describe(path, meant, noun)))
  if (found.length <= MAX_WARNINGS) return found
  const rest = found.length - MAX_WARNINGS
  const message = `${rest} more unknown ${noun}s were sent and are not listed.`
  return [...found.slice(0, MAX_WARNINGS), { field: '', message }]
}

type Report = (path: PathSegment[], meant: PathSegment[] | undefined) => void

function collect(value: unknown, known: KnownFields, path: PathSegment[], report: Report): void {
  if (typeof value !== 'object' || value === null) return
  if (known.kind === 'list') {
    if (Array.isArray(value) && known.item) collectFromList(value, known.item, path, report)
    return
  }
  if (Array.isArray(value)) return
  for (const key in value) {
    const field = known.fields.get(key)
    if (field) collect((value as Record<string, unknown>)[key], field, [...path, key], report)
    else if (!known.isOpen && !known.fields.has(key)) report([...path, key], findMeant(key, known.fields))
  }
}

/** The field of this very name one level further in, or the one beside it whose name is nearest. */
function findMeant(key: string, fields: Map<string, KnownFields | undefined>): PathSegment[] | undefined {
  for (const [name, inner] of fields)
    if (inner?.kind === 'object' && inner.fields.has(key)) return [name, key]
  const nearest = findNearest(key.slice(0, 64), fields.keys())
  return nearest === undefined ? undefined : [nearest]
}

function collectFromList(list: unknown[], item: KnownFields, path: PathSegment[], report: Report): void {
  for (const [index, entry] of list.entries()) collect(entry, item, [...path, index], report)
}

function describe(path: PathSegment[], meant: PathSegment[] | undefined, noun: string): UnknownField {
  const field = joinPath([...path.slice(0, -1), shorten(String(path.at(-1)))])
  const message = `${field} is not a known ${noun}.`
  if (meant === undefined) return { field, message }
  return {
    field,
    message: `${message} Did you mean ${joinPath(meant)}?`,
    meant: joinPath([...path.slice(0, -1), ...meant]),
  }
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}
