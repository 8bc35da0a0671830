import type { RenderFailureCode } from '@songreel/contract'
import { type OutboundProblem, WorkError, type WorkFacts } from '../work-error.ts'

/** What each problem means for the file behind the address. */
const PROBLEMS: Record<OutboundProblem, { code: RenderFailureCode; advice: string }> = {
  refused: {
    code: 'URL_NOT_ALLOWED',
    advice: 'Use a public http or https address, or have the operator allow the host.',
  },
  dns: {
    code: 'ASSET_UNREACHABLE',
    advice: 'Check the spelling of the host; it must be public, or allowed by the operator.',
  },
  connection: {
    code: 'ASSET_UNREACHABLE',
    advice: 'Check that the server runs and can be reached from the internet.',
  },
  tls: { code: 'ASSET_UNREACHABLE', advice: 'Check the certificate of the server.' },
  protocol: { code: 'ASSET_UNREACHABLE', advice: 'Check that the address leads to a web server.' },
  status: { code: 'ASSET_UNREACHABLE', advice: 'Check the link.' },
  redirect: { code: 'ASSET_UNREACHABLE', advice: 'Give the final address of the file.' },
  timeout: {
    code: 'ASSET_TIMEOUT',
    advice: 'Put the file on a faster host, or upload it with POST /v1/uploads.',
  },
  truncated: {
    code: 'ASSET_TRUNCATED',
    advice: 'Store the file again, or upload it with POST /v1/uploads.',
  },
  'too-large': {
    code: 'ASSET_TOO_LARGE',
    advice: 'Send a smaller file; GET /v1/limits shows the limits.',
  },
  encoded: { code: 'ASSET_UNSUPPORTED', advice: 'Serve the file as it is, without Content-Encoding.' },
  'disk-full': { code: 'STORAGE_FULL', advice: 'Try again later, or tell the operator.' },
}

/** Something went wrong between us and an address that a client gave; `seen` continues a sentence that starts with the host's name. */
export function outboundError(
  problem: OutboundProblem,
  seen: string,
  { isTransient = false, ...facts }: WorkFacts & ErrorOptions = {},
): WorkError {
  const { code, advice } = PROBLEMS[problem]
  return new WorkError(code, { problem, seen, advice, isTransient, retryable: isTransient, ...facts })
}

/** A response that carries no file. */
export function statusError(status: number, facts: WorkFacts): WorkError {
  const advice = adviseOnStatus(status)
  return outboundError('status', `answers with status ${status}`, {
    ...facts,
    status,
    ...(advice && { advice }),
  })
}

/** A forbidden address that can be recognised without a lookup. */
export function refused(reason: string): WorkError {
  return outboundError('refused', 'may not be reached from here', { refusal: reason })
}

/**
 * A name without an address, or (`refusal`) one that leads to a forbidden address. Both read alike: otherwise a client
 * could ask which names exist inside our network.
 */
export function unreachableName(facts: { refusal?: string; cause?: unknown } = {}): WorkError {
  return outboundError('dns', 'has no address in the DNS that can be reached from here', facts)
}

function adviseOnStatus(status: number): string | undefined {
  if (status === 401 || status === 403) return 'Use a link that opens without signing in.'
  if (status === 404 || status === 410) return 'Check the link, or make a new one.'
  if (status === 429 || status >= 500) return 'Try again later, or upload the file with POST /v1/uploads.'
  return undefined
}
