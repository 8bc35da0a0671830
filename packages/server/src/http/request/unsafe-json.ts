import type { ErrorDetail } from '@songreel/contract'
import { ServiceError } from '../../errors.ts'
import { joinPath, type PathSegment } from '../../validation/field-path.ts'

const MAX_DEPTH = 32
/** Far above any real batch. Keeps a body of a million tiny values from costing seconds of validation. */
const MAX_VALUES = 50_000

type Finding = { code: 'INVALID_CHARACTERS' | 'UNSAFE_JSON'; path: PathSegment[]; rule: string }
type Walk = { values: number }

/** Searches parsed JSON for values that must not reach the database or our code, and returns their path. */
export function findUnsafeJson(body: unknown): ServiceError | undefined {
  const finding = inspect(body, 0, { values: 0 })
  if (!finding) return undefined
  const field = joinPath(finding.path) || 'body'
  const message = `${field} ${finding.rule}.`
  return new ServiceError(finding.code, { message, details: [{ field, code: finding.code, message }] })
}

/** The same for the flat texts of a path or a query. */
export function findUnsafeTexts(texts: Record<string, unknown>): ErrorDetail[] {
  const details: ErrorDetail[] = []
  for (const field in texts) {
    const values = texts[field]
    for (const value of Array.isArray(values) ? values : [values, field]) {
      const fault = typeof value === 'string' && findFault(value)
      if (!fault) continue
      const name = clean(field)
      details.push({ field: name, code: 'INVALID_CHARACTERS', message: `${name} ${fault}.` })
      break
    }
  }
  return details
}

const UNCLEAN = 'holds a NUL character or half of a surrogate pair; remove it'
const PILED_UP = 'piles up more than 64 accents on one letter; remove some'
/** Putting accents in order takes the square of their number. Unicode's own limit for texts that are read in pieces is 30. */
const PILE = /\p{M}{65}/u

function inspect(value: unknown, depth: number, walk: Walk): Finding | undefined {
  if (typeof value === 'string') return inspectText(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= MAX_DEPTH)
    return finding('UNSAFE_JSON', `is nested more than ${MAX_DEPTH} levels deep; flatten it`)
  return Array.isArray(value) ? inspectArray(value, depth, walk) : inspectObject(value as object, depth, walk)
}

function inspectArray(list: unknown[], depth: number, walk: Walk): Finding | undefined {
  walk.values += list.length
  if (walk.values > MAX_VALUES) return tooMany()
  for (let index = 0; index < list.length; index++) {
    const found = inspect(list[index], depth + 1, walk)
    if (found) return at(index, found)
  }
  return undefined
}

function inspectObject(object: object, depth: number, walk: Walk): Finding | undefined {
  const entries = object as Record<string, unknown>
  for (const key of Object.keys(entries)) {
    if (++walk.values > MAX_VALUES) return tooMany()
    const found = inspectKey(key, entries[key]) ?? inspect(entries[key], depth + 1, walk)
    if (found) return at(clean(key), found)
  }
  return undefined
}

/** The two keys that reach into the prototype when an object is copied carelessly. */
function inspectKey(key: string, value: unknown): Finding | undefined {
  const unclean = inspectText(key)
  if (unclean) return unclean
  const isUnsafe =
    key === '__proto__' ||
    (key === 'constructor' &&
      typeof value === 'object' &&
      value !== null &&
      Object.hasOwn(value, 'prototype'))
  return isUnsafe ? finding('UNSAFE_JSON', 'is a key that is not allowed; remove it') : undefined
}

function inspectText(text: string): Finding | undefined {
  const fault = findFault(text)
  return fault === undefined ? undefined : finding('INVALID_CHARACTERS', fault)
}

function findFault(text: string): string | undefined {
  if (!text.isWellFormed() || text.includes('\0')) return UNCLEAN
  return PILE.test(text) ? PILED_UP : undefined
}

/** A name that can be shown and logged. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u2400').slice(0, 100)
}

function tooMany(): Finding {
  return finding('UNSAFE_JSON', `makes more than ${MAX_VALUES} values in one body; send less at once`)
}

function finding(code: Finding['code'], rule: string): Finding {
  return { code, path: [], rule }
}

function at(segment: PathSegment, found: Finding): Finding {
  found.path.unshift(segment)
  return found
}
