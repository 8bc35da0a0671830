import type { z } from '@songreel/kit'
import { cleanText } from '../print.ts'

/** A value of a template's field that does not suit, described in our words: what it takes, and what it got. */
export function describeIssue(issue: z.core.$ZodIssue, data: unknown): string {
  const field = issue.path.map(String).join('.')
  const value = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    data,
  )
  if (value === undefined) return `${field} is missing: it takes ${formatWanted(issue)}`
  // A rule of the template's own says itself what is wrong.
  if (issue.code === 'custom') return `${field || 'The data'} ${showValue(value)} ${issue.message}`
  return `${field || 'The data'} takes ${formatWanted(issue)}, not ${showValue(value)}`
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in JSON',
  object: 'an object in JSON',
}

const FORMS: Record<string, string> = {
  date: 'a day such as 2027-03-12',
  url: 'an address such as https://example.com/song',
}

function formatWanted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return KINDS[issue.expected] ?? 'another kind of value'
    case 'too_big':
      return formatLimit('at most', issue.maximum, issue.origin)
    case 'too_small':
      return formatLimit('at least', issue.minimum, issue.origin)
    case 'invalid_format':
      return issue.pattern?.startsWith('/^#')
        ? 'a colour such as #ff5533'
        : (FORMS[issue.format] ?? 'a text of another form')
    default:
      return 'another value'
  }
}

function formatLimit(how: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${how} ${limit} characters`
  if (origin === 'array') return `a list of ${how} ${limit}`
  return `${how} ${limit}`
}

const MAX_SHOWN = 40

function showValue(value: unknown): string {
  const text = cleanText(typeof value === 'string' ? value : JSON.stringify(value))
  if (text === '') return 'nothing'
  const length = [...text].length
  return length <= MAX_SHOWN ? text : `${[...text].slice(0, MAX_SHOWN).join('')}… (${length} characters)`
}
