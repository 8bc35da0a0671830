import { findNearest } from '@songreel/contract/find-nearest'
import type { z } from 'zod'

const MAX_FAULTS = 20
const TYPE_NAMES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

/** The rest of a sentence that starts with the field, in the words of the API; schemas bring some of their own. */
export function describeRule(issue: z.core.$ZodRawIssue): string {
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
      return describeChoice(issue.values.map(String), issue.input)
    case 'unrecognized_keys':
      return `holds ${issue.keys.slice(0, 5).join(', ')}, which is not known here; leave that out`
    default:
      return 'does not have the form that the description of this tool asks for'
  }
}

function describeBound(origin: string, direction: string, bound: number | bigint): string {
  if (origin === 'string') return `must have ${direction} ${bound} characters`
  if (origin === 'array') return `must have ${direction} ${bound} entries`
  return `must be ${direction} ${bound}`
}

function describeChoice(names: string[], input: unknown): string {
  const meant = typeof input === 'string' ? findNearest(input, names) : undefined
  return `must be one of ${names.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`
}

/** What is wrong with the arguments of a tool, as an assistant can mend it. */
export function describeFaults(name: string, { issues }: z.ZodError): string {
  const faults = issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => `- ${joinPath(path)} ${endSentence(message)}`)
  const rest = issues.length - faults.length
  return [
    `VALIDATION_ERROR: ${name} was not called, because its arguments are wrong.`,
    ...faults,
    ...(rest > 0 ? [`- and ${rest} more.`] : []),
  ].join('\n')
}

function joinPath(path: PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return text.replace(/^\./, '') || 'The call'
}

function endSentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`
}
