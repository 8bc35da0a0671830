import { getLogFacts, getTraceParent, runBelow } from '../scope.ts'

/** What can be said about a span: ids, counts and codes, never a title, a token or an address with its query. */
export type SpanFacts = Record<string, string | number | boolean | undefined>

/** How a span begins. */
export type SpanOptions = {
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  /** The span it belongs to; without one, that of the scope. */
  parent?: string
  /** Whether that one is of another process. */
  isRemote?: boolean
  startMs?: number
  facts?: SpanFacts
}

/** A piece of work that takes time. */
export type Span = {
  /** How others name it as theirs; undefined where nothing is traced. */
  traceParent?: string
  add(facts: SpanFacts): void
  /** Why it did not succeed: a code. */
  fail(code: string): void
  end(endMs?: number): void
}

/** Follows work through the service, or does nothing at all. */
export type Tracing = {
  isOn: boolean
  start(name: string, options?: SpanOptions): Span
  /** Sends what has not been sent, for so long at most. */
  close(limitMs: number): Promise<void>
}

const NO_SPAN: Span = { add() {}, fail() {}, end() {} }

/** What is used where nobody has asked for traces. */
export const NO_TRACING: Tracing = { isOn: false, start: () => NO_SPAN, close: async () => {} }

/** Runs work as a span. What it enqueues belongs to this one, or with `isLeaf` to the one around it. */
export async function inSpan<Result>(
  tracing: Tracing,
  name: string,
  { isLeaf = false, ...options }: SpanOptions & { isLeaf?: boolean },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing.isOn) return work(NO_SPAN)
  const span = tracing.start(name, { parent: getTraceParent(), ...options })
  try {
    return await runBelow({ span, ...(!isLeaf && { traceParent: span.traceParent }) }, () => work(span))
  } catch (error) {
    span.fail(nameError(error))
    throw error
  } finally {
    span.add(describeScope())
    span.end()
  }
}

/** The ids that are known by now. */
export function describeScope(facts = getLogFacts()): SpanFacts {
  return {
    'songreel.request_id': facts.requestId,
    'songreel.organization_id': facts.orgId,
    'songreel.batch_id': facts.batchId,
    'songreel.render_id': facts.renderId,
    'songreel.template': facts.contentId,
    'songreel.attempt': facts.attempt,
    'songreel.asset_id': facts.assetId,
    'songreel.delivery_id': facts.deliveryId,
  }
}

/** Its code or its class; messages may hold what clients have sent. */
function nameError(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name ?? 'Error')
}
