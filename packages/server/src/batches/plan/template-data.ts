import type { ErrorDetail } from '@songreel/contract'
import { describeRule } from '@songreel/contract/describe-rule'
import { findNearest } from '@songreel/contract/find-nearest'
import type { Template } from '@songreel/kit'
import type { z } from 'zod'
import { toDetail } from '../../validation/issue-details.ts'

/** Whoever sends more has not mistyped a name. */
const MAX_UNKNOWN = 20
const MAX_NAME = 100

type Data = Record<string, unknown>

/** A template's data with the batch-wide defaults under it, and what is wrong with it. */
export function checkTemplateData(
  template: Template,
  shared: Data | undefined,
  own: Data | undefined,
  field: string,
): { data: Data; details: ErrorDetail[] } {
  const known = Object.keys((template.requiredData as unknown as z.ZodObject).shape)
  // Batch-wide data serves several templates, so each takes what it knows; an entry's own must be known.
  const defaults = Object.fromEntries(Object.entries(shared ?? {}).filter(([key]) => known.includes(key)))
  const input = { ...defaults, ...own }
  const parsed = template.requiredData.safeParse(input, { error: describeRule, reportInput: true })
  if (parsed.success) return { data: parsed.data, details: [] }
  const place = `${field}.requiredData`
  return {
    data: {},
    details: parsed.error.issues.flatMap((issue) => listDetails(issue, input, { place, known })),
  }
}

type Place = { place: string; known: string[] }

function listDetails(issue: z.core.$ZodIssue, input: Data, { place, known }: Place): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
    return issue.keys.slice(0, MAX_UNKNOWN).map((key) => unknownKey(key.slice(0, MAX_NAME), known, place))
  return [toDetail(issue, input, place)]
}

function unknownKey(key: string, known: string[], field: string): ErrorDetail {
  const nearest = findNearest(key, known)
  const hint = nearest ? `Did you mean ${nearest}?` : `It takes ${known.join(', ')}.`
  return {
    field: `${field}.${key}`,
    code: 'UNKNOWN_FIELD',
    message: `${field}.${key} is not known to this template. ${hint}`,
  }
}
