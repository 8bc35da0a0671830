import type { ErrorDetail } from '@songreel/contract'
import { ServiceError } from '../../errors.ts'
import { joinPath, type PathSegment } from '../../validation/field-path.ts'

const MAX_DEPTH = 32
/** Far above any honest batch; keeps a body of a million tiny values from costing seconds in the schemas. */
const MAX_VALUES = 50_000

type Fault = { code: 'INVALID_CHARACTERS' | 'UNSAFE_JSON'; path: PathSegment[]; rule: string }
type Walk = { values: number }

/** Looks through parsed JSON for what must not reach the database or the program, and names the place. */
export function findJsonFault(body: unknown): ServiceError | undefined {
  const fault = findFault(body, 0, { values: 0 })
  if (!fault) return undefined
  const field = joinPath(fault.path) || 'body'
  const message = `${field} ${fault.rule}.`
  return new ServiceError(fault.code, { message, details: [{ field, code: fault.code, message }] })
}

/** The same for the flat texts of a path or a query. */
export function findTextFaults(texts: Record<string, unknown>): ErrorDetail[] {
  const details: ErrorDetail[] = []
  for (const field in texts) {
    const values = texts[field]
    for (const value of Array.isArray(values) ? values : [values, field]) {
      if (typeof value !== 'string' || isClean(value)) continue
      const name = clean(field)
      details.push({ field: name, code: 'INVALID_CHARACTERS', message: `${name} ${UNCLEAN}.` })
      break
    }
  }
  return details
}

const UNCLEAN = 'holds a NUL character or half of a surrogate pair; remove it'

function findFault(value: unknown, depth: number, walk: Walk): Fault | undefined {
  if (typeof value === 'string') return isClean(value) ? undefined : fault('INVALID_CHARACTERS', UNCLEAN)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH)
    return fault('UNSAFE_JSON', `is nested more than ${MAX_DEPTH} levels deep; flatten it`)
  return Array.isArray(value) ? findInArray(value, depth, walk) : findInObject(value as object, depth, walk)
}

function findInArray(list: unknown[], depth: number, walk: Walk): Fault | undefined {
  walk.values += list.length
  if (walk.values > MAX_VALUES) return tooMany()
  for (let index = 0; index < list.length; index++) {
    const found = findFault(list[index], depth + 1, walk)
    if (found) return at(index, found)
  }
  return undefined
}

function findInObject(object: object, depth: number, walk: Walk): Fault | undefined {
  const entries = object as Record<string, unknown>
  for (const key of Object.keys(entries)) {
    if (++walk.values > MAX_VALUES) return tooMany()
    const found = findKeyFault(key, entries[key]) ?? findFault(entries[key], depth + 1, walk)
    if (found) return at(clean(key), found)
  }
  return undefined
}

/** The two keys that reach into the prototype when an object is copied carelessly. */
function findKeyFault(key: string, value: unknown): Fault | undefined {
  if (!isClean(key)) return fault('INVALID_CHARACTERS', UNCLEAN)
  const isUnsafe =
    key === '__proto__' ||
    (key === 'constructor' &&
      typeof value === 'object' &&
      value !== null &&
      Object.hasOwn(value, 'prototype'))
  return isUnsafe ? fault('UNSAFE_JSON', 'is a key that is not allowed; remove it') : undefined
}

function isClean(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A name that can be shown and logged. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u2400').slice(0, 100)
}

function tooMany(): Fault {
  return fault('UNSAFE_JSON', `makes more than ${MAX_VALUES} values in one body; send less at once`)
}

function fault(code: Fault['code'], rule: string): Fault {
  return { code, path: [], rule }
}

function at(segment: PathSegment, found: Fault): Fault {
  found.path.unshift(segment)
  return found
}
