import type { ErrorDetail, Warning } from '@songreel/contract'
import { describeRule } from '@songreel/contract/describe-rule'
import type { FastifyReply, FastifyRequest, preValidationHookHandler, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { ServiceError } from '../../errors.ts'
import { toDetail } from '../../validation/issue-details.ts'
import { type KnownFields, listKnownFields } from './known-fields.ts'
import { readPrefer } from './prefer.ts'
import { findUnknownFields, type UnknownField } from './unknown-fields.ts'
import { findUnsafeTexts } from './unsafe-json.ts'

const MAX_DETAILS = 50

/** One part of a request and what is expected of it. */
type PartCheck = {
  part: 'params' | 'query' | 'body'
  schema: z.ZodType
  known: KnownFields | undefined
}

/** `unlisted` counts the faults for which no detail was made. */
type Findings = { details: ErrorDetail[]; unlisted: number; unknown: UnknownField[] }

/** Makes the check of one route: all errors in path, query and body together, then the cleaned values. */
export function createRequestCheck({ schema, config }: RouteOptions): preValidationHookHandler {
  const parts = listPartChecks(schema)
  // Pages and files have no envelope in which a warning could stand.
  const mayWarn = schema?.querystring === undefined && !config?.isPage && !config?.responseType

  return function checkRequest(request, reply, done) {
    try {
      const findings: Findings = { details: [], unlisted: 0, unknown: [] }
      refuseUncleanTexts(request)
      for (const check of parts) checkPart(request, check, findings)
      if (mayWarn) warnOfQuery(request, findings)
      settle(request, reply, findings)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
}

function listPartChecks(schema: RouteOptions['schema']): PartCheck[] {
  const named = [
    ['params', schema?.params],
    ['query', schema?.querystring],
    ['body', schema?.body],
  ] as const
  return named
    .filter(([, partSchema]) => partSchema !== undefined)
    .map(([part, partSchema]) => ({
      part,
      schema: partSchema as z.ZodType,
      known: part === 'params' ? undefined : listKnownFields(partSchema as z.ZodType),
    }))
}

/** NUL and half surrogates in path and query; bodies were looked through when they were read. */
function refuseUncleanTexts(request: FastifyRequest): void {
  const details = [...findUnsafeTexts(request.params as object as Record<string, unknown>)]
  if (request.raw.url?.includes('?'))
    details.push(...findUnsafeTexts(request.query as Record<string, unknown>))
  if (details.length > 0)
    throw new ServiceError('INVALID_CHARACTERS', { message: details[0]?.message, details })
}

function checkPart(request: FastifyRequest, { part, schema, known }: PartCheck, findings: Findings): void {
  const input = part === 'body' && request.body === undefined ? {} : request[part]
  const result = schema.safeParse(input, { error: describeRule, reportInput: true })
  if (result.success) request[part] = result.data
  else addDetails(findings, result.error.issues, input)
  if (known)
    findings.unknown.push(...findUnknownFields(input, known, part === 'query' ? 'query parameter' : 'field'))
}

/** A list of thousands of wrong entries has as many faults; nobody reads more than the first. */
function addDetails(findings: Findings, issues: z.core.$ZodIssue[], input: unknown): void {
  const all = issues.flatMap(unfoldUnion)
  const shown = all.slice(0, MAX_DETAILS)
  for (const issue of shown) findings.details.push(toDetail(issue, input))
  findings.unlisted += all.length - shown.length
}

/** Where a field takes several forms and the value has the kind of just one of them, its faults are those of that form. */
function unfoldUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isOtherKind = (form: z.core.$ZodIssue[]) => form.some(({ path }) => path.length === 0)
  const [meant, ...others] = issue.errors.filter((form) => !isOtherKind(form))
  if (!meant || others.length > 0) return [issue]
  return meant.flatMap((inner) => unfoldUnion({ ...inner, path: [...issue.path, ...inner.path] }))
}

function warnOfQuery(request: FastifyRequest, findings: Findings): void {
  if (!request.raw.url?.includes('?')) return
  findings.unknown.push(...findUnknownFields(request.query, NO_FIELDS, 'query parameter'))
}

const NO_FIELDS: KnownFields = { kind: 'object', fields: new Map(), isOpen: false }

function settle(
  request: FastifyRequest,
  reply: FastifyReply,
  { details, unlisted, unknown }: Findings,
): void {
  if (unknown.length > 0 && readPrefer(request).handling === 'strict') {
    details.push(...unknown.map(({ field, message }) => ({ field, code: 'UNKNOWN_FIELD', message })))
  }
  if (details.length > 0)
    throw refuseAll(
      details.map((detail) => addHint(detail, unknown)),
      unlisted,
    )
  if (unknown.length > 0) sendWarningsWith(reply, unknown)
}

/** A field that is missing was often sent under a mistyped name. */
function addHint(detail: ErrorDetail, unknown: UnknownField[]): ErrorDetail {
  const typo = detail.code === 'REQUIRED' && unknown.find(({ meant }) => meant === detail.field)
  return typo ? { ...detail, message: `${detail.message} Is ${typo.field} a typing error?` } : detail
}

function refuseAll(details: ErrorDetail[], unlisted: number): ServiceError {
  const count = details.length + unlisted
  const shown = details.slice(0, MAX_DETAILS)
  const fields = [...new Set(shown.map((detail) => detail.field))]
  const message = count === 1 ? details[0]?.message : `${count} faults were found, in: ${fields.join(', ')}.`
  return new ServiceError('VALIDATION_ERROR', { message, details: shown })
}

/** Only a request that has warnings pays for them. Responses without envelope have no place for them. */
function sendWarningsWith(reply: FastifyReply, unknown: UnknownField[]): void {
  const warnings: Warning[] = unknown.map(({ field, message }) => ({ field, message }))
  reply.serializer((payload: unknown) => {
    if (typeof payload === 'string') return payload
    if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
    const { warnings: others = [], ...rest } = payload as { warnings?: Warning[] }
    return JSON.stringify({ ...rest, warnings: [...warnings, ...others] })
  })
}
