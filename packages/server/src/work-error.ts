import {
  type ErrorDetail,
  RENDER_FAILURES,
  type RenderFailure,
  type RenderFailureCode,
} from '@songreel/contract'

/** Which step of fetching a client's URL failed. */
export type OutboundProblem =
  | 'refused'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'protocol'
  | 'status'
  | 'redirect'
  | 'truncated'
  | 'too-large'
  | 'encoded'
  | 'disk-full'

/** Facts beside the code. */
export type WorkFacts = {
  /** What happened, as a sentence, or as the rest of one that begins with `host`. Default: the catalogue's text. */
  seen?: string
  /** What to do about it. Without it the catalogue's hint is given. */
  advice?: string
  /** The field of the request that is to blame. */
  field?: string
  /** Another attempt may well succeed, and is made without being asked for. */
  isTransient?: boolean
  /** The database or the storage is down, so the attempt doesn't count against this file or render. */
  isOutage?: boolean
  /** Somebody deleted the file from the storage. */
  isFileGone?: boolean
  /** What the response says about trying again, where it differs from the catalogue. */
  retryable?: boolean
  details?: ErrorDetail[]
  host?: string
  problem?: OutboundProblem
  /** Of the host's response. */
  status?: number
  retryAfterSecs?: number
  /** Why an address is forbidden. Only for the log: telling clients would let them scan the network. */
  refusal?: string
}

/** A file that could not be had, or a render that could not be made. Its message is safe to show: the field, what was seen, what to do. */
export class WorkError extends Error {
  readonly code: RenderFailureCode
  readonly facts: WorkFacts

  constructor(code: RenderFailureCode, { cause, ...facts }: WorkFacts & ErrorOptions = {}) {
    super(composeMessage(code, facts), { cause })
    this.name = 'WorkError'
    this.code = code
    this.facts = facts
  }
}

/** The error as its client reads it, in the record of the asset or the render. */
export function describeFailure({
  code,
  message,
  facts,
}: WorkError): RenderFailure & { code: RenderFailureCode } {
  const { field, retryable = RENDER_FAILURES[code].retryable } = facts
  const details = facts.details ?? describeProblem(facts)
  return { code, message, retryable, ...(field && { field }), ...(details && { details }) }
}

/** Better advice than the catalogue's, which explains the code and not one message. */
const ADVICE: Partial<Record<RenderFailureCode, string>> = {
  ASSET_TYPE_MISMATCH: 'Give a link that opens the file itself, without signing in.',
}

function composeMessage(code: RenderFailureCode, facts: WorkFacts): string {
  const { field, advice = ADVICE[code] ?? RENDER_FAILURES[code].hint.replaceAll('`', '') } = facts
  const seen = facts.seen === undefined ? RENDER_FAILURES[code].text : sayWhatWasSeen(facts)
  return [field && `${field}:`, seen, advice].filter(Boolean).join(' ')
}

function sayWhatWasSeen({ host, seen }: WorkFacts): string | undefined {
  return host ? `${host} ${seen}.` : seen
}

/** Of a refused address nothing more is said. */
function describeProblem(facts: WorkFacts): ErrorDetail[] | undefined {
  const { problem, status = 0 } = facts
  if (!problem || problem === 'refused') return undefined
  const code = problem === 'status' ? describeStatus(status) : problem.toUpperCase().replaceAll('-', '_')
  return [{ field: 'sourceUrl', code, message: sayWhatWasSeen(facts) ?? '' }]
}

function describeStatus(status: number): string {
  if (status >= 500) return 'HTTP_5XX'
  return status >= 400 ? 'HTTP_4XX' : 'HTTP_STATUS'
}
