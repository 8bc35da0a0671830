import type { ErrorDetail } from '@songreel/contract'
import type { z } from 'zod'
import { joinPath } from './field-path.ts'
import { showValue } from './shown-value.ts'

type Issue = z.core.$ZodIssue

/** One error as it goes over the wire: the field, the rule, and what was seen instead. `place` is where the input lies. */
export function toDetail(issue: Issue, input: unknown, place?: string): ErrorDetail {
  const field = joinPath(place === undefined ? issue.path : [place, ...issue.path]) || 'body'
  const seen = valueAt(input, issue.path)
  const name = field === 'body' ? 'The body' : field
  const suffix = seen === undefined ? '' : ` Seen: ${showValue(seen, field)}.`
  return { field, code: deriveCode(issue, seen), message: `${name} ${endSentence(issue.message)}${suffix}` }
}

function endSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}

function deriveCode(issue: Issue, seen: unknown): string {
  if (seen === undefined) return 'REQUIRED'
  switch (issue.code) {
    case 'invalid_type':
      return 'WRONG_TYPE'
    case 'too_big':
      return isSized(issue.origin) ? 'TOO_LONG' : 'TOO_BIG'
    case 'too_small':
      return isSized(issue.origin) ? 'TOO_SHORT' : 'TOO_SMALL'
    case 'invalid_value':
    case 'invalid_union':
      return 'NOT_ALLOWED'
    case 'invalid_format':
      return 'WRONG_FORM'
    default:
      return 'INVALID'
  }
}

function isSized(origin: string): boolean {
  return origin === 'string' || origin === 'array'
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const segment of path) value = (value as Record<PropertyKey, unknown> | undefined | null)?.[segment]
  return value
}
