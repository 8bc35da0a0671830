import { AsyncLocalStorage } from 'node:async_hooks'

/** By what the log's lines about a piece of work are found. */
export type ScopeFacts = {
  requestId?: string
  orgId?: string
  batchId?: string
  renderId?: string
  contentId?: string
  attempt?: number
  assetId?: string
  deliveryId?: string
}

/**
 * Where work comes from. It is stored with what a request leaves to do, so that whoever goes on with it, on whatever machine,
 * names the same request and belongs to the same trace.
 */
export type Origin = { requestId?: string; traceParent?: string }

/** What can be said about a span from within. */
export type ScopeSpan = {
  add(facts: Record<string, string | number | boolean | undefined>): void
  fail(code: string): void
}

/** What the code that runs just now is about: a request, or a job. Facts are added as they become known. */
export type Scope = {
  facts: ScopeFacts
  /** The span that this is part of, in the form of W3C Trace Context. */
  traceParent?: string
  /** The span itself, for who can say more about it. */
  span?: ScopeSpan
  /** The job that runs, and where it came from. */
  job?: { name: string; origin?: Origin }
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs work, and everything that it starts, in a scope. */
export function runInScope<Result>(scope: Scope, work: () => Result): Result {
  return scopes.run(scope, work)
}

/** Runs work in the same scope, as part of another span. */
export function runBelow<Result>(below: Pick<Scope, 'span' | 'traceParent'>, work: () => Result): Result {
  const scope = scopes.getStore()
  return scopes.run({ ...scope, facts: scope?.facts ?? {}, ...below }, work)
}

/** The span that the work at hand is, where it is traced. */
export function getSpan(): ScopeSpan | undefined {
  return scopes.getStore()?.span
}

/** Runs work that is nobody's: what it logs is not about whoever happened to start it. */
export function runOutside<Result>(work: () => Result): Result {
  return scopes.exit(work)
}

/** Adds what has become known about the work at hand; outside of any scope it is dropped. */
export function noteFacts(facts: ScopeFacts): void {
  const scope = scopes.getStore()
  if (scope) Object.assign(scope.facts, facts)
}

/** What is known about the work at hand, as an object of its own. */
export function getLogFacts(): ScopeFacts {
  return { ...scopes.getStore()?.facts }
}

/** The span that this is part of. */
export function getTraceParent(): string | undefined {
  return scopes.getStore()?.traceParent
}

/** What is stored with work that is left to others; undefined where nobody has asked for it. */
export function getOrigin(): Origin | undefined {
  const scope = scopes.getStore()
  if (!scope) return undefined
  const { facts, traceParent } = scope
  if (facts.requestId === undefined && traceParent === undefined) return undefined
  return { requestId: facts.requestId, traceParent }
}

/** The origin of a job that is enqueued now: another try of the one that runs has the same, and is not part of it. */
export function getOriginOfJob(name: string): Origin | undefined {
  const job = scopes.getStore()?.job
  return job?.name === name ? job.origin : getOrigin()
}
