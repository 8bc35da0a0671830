import type { z } from 'zod'
import { findNearest } from './find-nearest.ts'
import type { LookFault } from './look-fault.ts'
import { LookField, lookSchema } from './look-schema.ts'
import { listKinds, listKnownKeys } from './schema-at.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** What is wrong, for whoever wrote the look: where it is, what stands there, and what may. */
export function describeIssue(issue: Issue, json: unknown, base: Path = []): LookFault[] {
  const path = [...base, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => tellUnknown(key, path, listKnownKeys(lookSchema, path, json)))
  if (issue.code === 'invalid_union') return describeUnion(issue, json, path)
  if (issue.code === 'invalid_key') {
    const [own] = issue.issues
    const name = String(path.at(-1)).slice(0, MOST_CHARACTERS)
    return [fault(path, `The name ${name} can't be used.`, own ? `It ${own.message}.` : OPEN_DOCS)]
  }
  return [
    fault(path, tellSeen(readAt(json, path)), `${advise(issue)}${tellMeant(issue, readAt(json, path))}`),
  ]
}

const MOST_CHARACTERS = 60
const OPEN_DOCS = 'docs/own-looks.md says what belongs here.'

function fault(path: Path, message: string, advice: string): LookFault {
  return { path: writePath(path), message, advice }
}

function tellUnknown(key: string, path: Path, known: readonly string[]): LookFault {
  const meant = findNearest(key, known)
  const advice = known.length > 0 ? `Known here are ${known.join(', ')}.` : 'Leave it out.'
  const shown = key.slice(0, MOST_CHARACTERS)
  return fault(
    [...path, key.slice(0, MOST_CHARACTERS)],
    `There is no ${shown} here.`,
    withMeant(advice, meant),
  )
}

type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

/** A union says of each of its kinds why it is none; the one that comes furthest is what was meant. */
function describeUnion(issue: UnionIssue, json: unknown, path: Path): LookFault[] {
  if (issue.errors.length === 0) return [describeKind(json, path)]
  const reach = (issues: readonly Issue[]) => Math.max(...issues.map((each) => each.path.length))
  const isInside = (issues: readonly Issue[]) =>
    issues.some((each) => each.path.length > 0 || each.code === 'unrecognized_keys')
  const [best = []] = issue.errors.toSorted(
    (a, b) => Number(isInside(b)) - Number(isInside(a)) || reach(b) - reach(a) || a.length - b.length,
  )
  if (isInside(best)) return best.flatMap((each) => describeIssue(each, json, path))
  const seen = readAt(json, path)
  const wanted = [...new Set(issue.errors.flatMap((each) => each.slice(0, 1).map(adviseBriefly)))].slice(0, 4)
  const names = issue.errors
    .flat()
    .flatMap((each) => (each.code === 'invalid_value' ? each.values.map(String) : []))
  const meant = typeof seen === 'string' ? findNearest(seen, names) : undefined
  return [fault(path, tellSeen(seen), withMeant(`${upperFirst(wanted.join('; or '))}.`, meant))]
}

/** A layer or a field of a kind that there isn't; its path ends with the name that says it. */
function describeKind(json: unknown, path: Path): LookFault {
  const key = String(path.at(-1))
  const kinds = key === 'type' ? listKinds(LookField, key) : listKinds(lookSchema.shape.layers.element, key)
  const seen = readAt(json, path)
  const message = seen === undefined ? `It has no ${key}.` : `There is no ${key} ${show(seen)}.`
  const meant = typeof seen === 'string' ? findNearest(seen, kinds) : undefined
  return fault(path, message, withMeant(`It is one of ${kinds.join(', ')}.`, meant))
}

function tellMeant(issue: Issue, seen: unknown): string {
  const meant =
    issue.code === 'invalid_value' && typeof seen === 'string' && findNearest(seen, issue.values.map(String))
  return meant ? ` Did you mean ${meant}?` : ''
}

function withMeant(advice: string, meant: string | undefined): string {
  return meant === undefined ? advice : `${advice} Did you mean ${meant}?`
}

function tellSeen(seen: unknown): string {
  return seen === undefined ? 'It is missing.' : `It is ${show(seen)}.`
}

function advise(issue: Issue): string {
  return `${upperFirst(adviseBriefly(issue))}.`
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list of two',
}

/** What may stand there. */
function adviseBriefly(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `it takes ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `it takes ${String(issue.values[0])}`
        : `it is one of ${issue.values.join(', ')}`
    case 'too_big':
      return `it ${tellBound(issue.origin, `at most ${issue.maximum}`)}`
    case 'too_small':
      return `it ${tellBound(issue.origin, `at least ${issue.minimum}`)}`
    case 'unrecognized_keys':
      return `it has no ${issue.keys.join(', ').slice(0, MOST_CHARACTERS)}`
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap((each) => each.slice(0, 1).map(adviseBriefly)))]
        .slice(0, 3)
        .join('; or ')
    case 'invalid_format':
      return `it ${issue.message}`
    default:
      return 'docs/own-looks.md says what belongs here'
  }
}

function tellBound(origin: string, bound: string): string {
  if (origin === 'string') return `has ${bound} characters`
  return origin === 'array' ? `has ${bound} entries` : `is ${bound}`
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A value as it was written, if it is short. */
function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > MOST_CHARACTERS
    ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length - 2} characters)`
    : text
}

function readAt(json: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    json,
  )
}

/** Such as `layers[2].place.anchor`. */
function writePath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}
