import type { Warning } from '@songreel/contract'
import { joinPath, type PathSegment } from '../../validation/field-path.ts'
import { findMeant, type Meant } from './find-meant.ts'
import type { KnownFields } from './known-fields.ts'

const MAX_WARNINGS = 20
const MAX_SHOWN_CHARACTERS = 60

/** A field that was sent and is not known; `meant` is the one it resembles. */
export type UnknownField = Warning & { meant?: string }

/** Names the fields that were sent and are not known, with what was probably meant. Only those that are named are looked up. */
export function findUnknownFields(value: unknown, known: KnownFields, noun: string): UnknownField[] {
  const found: UnknownField[] = []
  let rest = 0
  collect(value, known, [], (path, fields) => {
    if (found.length < MAX_WARNINGS) found.push(describe(path, findMeant(path, fields, known), noun))
    else rest++
  })
  if (rest === 0) return found
  return [...found, { field: '', message: `${rest} more unknown ${noun}s were sent and are not listed.` }]
}

type Report = (path: PathSegment[], fields: Map<string, KnownFields | undefined>) => void

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
    else if (!known.isOpen && !known.fields.has(key)) report([...path, key], known.fields)
  }
}

function collectFromList(list: unknown[], item: KnownFields, path: PathSegment[], report: Report): void {
  for (const [index, entry] of list.entries()) collect(entry, item, [...path, index], report)
}

function describe(path: PathSegment[], meant: Meant | undefined, noun: string): UnknownField {
  const field = joinPath([...path.slice(0, -1), shorten(String(path.at(-1)))])
  const message = `${field} is not a known ${noun}.`
  if (meant === undefined) return { field, message }
  const where = path.length > 1 && meant.path.length === 1 ? ' at the top level' : ''
  return {
    field,
    message: `${message} Did you mean ${joinPath(meant.shown)}${where}?`,
    meant: joinPath(meant.path),
  }
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}
