import type { z } from 'zod'
import { findNearest } from './find-nearest.ts'

type RawIssue = z.core.$ZodRawIssue

const TYPE_NAMES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

/** The rest of a sentence that starts with the field, for rules whose schema brings no words of its own. */
export function describeRule(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`
    case 'too_big':
      return describeBound(issue.origin, 'at most', issue.maximum)
    case 'too_small':
      return describeBound(issue.origin, 'at least', issue.minimum)
    case 'invalid_value':
      return describeChoice(issue.values, issue.input)
    case 'invalid_format':
      return describeForm(issue)
    case 'invalid_union':
      return describeUnion(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `holds ${listNames(issue.keys)}, which is not known here; leave that out`
    case 'invalid_key':
      return 'holds a name that is not allowed'
    default:
      return 'does not have the form that is described'
  }
}

const MAX_NAMES = 5
const MAX_NAME_CHARACTERS = 60

function listNames(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARACTERS))
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

function describeChoice(values: readonly unknown[], input: unknown): string {
  const names = values.map(String)
  const rule = `must be one of ${names.join(', ')}`
  const meant = typeof input === 'string' ? findNearest(input.trim(), names) : undefined
  return meant === undefined ? rule : `${rule}; did you mean ${meant}?`
}

function describeForm({ format, pattern }: Extract<RawIssue, { code: 'invalid_format' }>): string {
  if (format === 'datetime') return 'must be a moment such as 2026-11-14T09:30:00.123Z'
  return format === 'regex' ? `must match the pattern ${pattern}` : `must have the form of a ${format}`
}

function describeBound(origin: string, direction: string, bound: number | bigint): string {
  if (origin === 'string') return `must have ${direction} ${bound} characters`
  if (origin === 'array') return `must have ${direction} ${bound} entries`
  return `must be ${direction} ${bound}`
}

function describeUnion(issue: Extract<RawIssue, { code: 'invalid_union' }>): string {
  const values = issue.errors.flatMap((option) =>
    option.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : [])),
  )
  return values.length > 0
    ? `must be one of ${values.map(String).join(', ')}`
    : 'has none of the allowed forms'
}
