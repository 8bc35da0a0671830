import { RENDER_FAILURES, type RenderFailureCode } from '@songreel/contract'
import type { FaultKind, OutboundFault } from './outbound-fault.ts'

/** What was seen, as fields; none of it says why an address is forbidden. */
export type DownloadFacts = { what?: FaultKind; host?: string; field?: string; status?: number }

/** A file could not be had; the message is for the client and names the field, the host, what was seen and what to do. */
export class DownloadError extends Error {
  readonly code: RenderFailureCode
  readonly retryable: boolean
  readonly retryAfterSecs?: number
  readonly facts: DownloadFacts

  constructor(
    code: RenderFailureCode,
    options: ErrorOptions & {
      message: string
      retryable?: boolean
      retryAfterSecs?: number
      facts?: DownloadFacts
    },
  ) {
    super(options.message, { cause: options.cause })
    this.name = 'DownloadError'
    this.code = code
    this.retryable = options.retryable ?? RENDER_FAILURES[code].retryable
    this.retryAfterSecs = options.retryAfterSecs
    this.facts = options.facts ?? {}
  }
}

const CODES: Record<FaultKind, RenderFailureCode> = {
  refused: 'URL_NOT_ALLOWED',
  dns: 'ASSET_UNREACHABLE',
  connection: 'ASSET_UNREACHABLE',
  tls: 'ASSET_UNREACHABLE',
  protocol: 'ASSET_UNREACHABLE',
  status: 'ASSET_UNREACHABLE',
  redirect: 'ASSET_UNREACHABLE',
  timeout: 'ASSET_TIMEOUT',
  truncated: 'ASSET_TRUNCATED',
  'too-large': 'ASSET_TOO_LARGE',
  encoded: 'ASSET_UNSUPPORTED',
  'disk-full': 'STORAGE_FULL',
}

const ADVICE: Record<FaultKind, string> = {
  refused: 'Use a public http or https address, or have the operator allow the host',
  dns: 'Check the spelling of the host; it must be public, or allowed by the operator',
  connection: 'Check that the server runs and can be reached from the internet',
  tls: 'Check the certificate of the server',
  protocol: 'Check that the address leads to a web server',
  status: 'Check the link',
  redirect: 'Give the final address of the file',
  timeout: 'Put the file on a faster host, or upload it with POST /v1/uploads',
  truncated: 'Store the file again, or upload it with POST /v1/uploads',
  'too-large': 'Send a smaller file; GET /v1/limits shows the limits',
  encoded: 'Serve the file as it is, without Content-Encoding',
  'disk-full': 'Try again later, or tell the operator',
}

/** Puts a fault into the words and the code that the client sees. */
export function toDownloadError(
  fault: OutboundFault,
  { host, field }: { host: string; field?: string },
): DownloadError {
  return new DownloadError(CODES[fault.kind], {
    message: `${field ? `${field}: ` : ''}${host} ${fault.message}. ${adviceOn(fault)}.`,
    retryable: fault.isPassing,
    retryAfterSecs: fault.retryAfterSecs,
    facts: { what: fault.kind, host, field, status: fault.status },
    cause: fault,
  })
}

function adviceOn({ kind, status = 0 }: OutboundFault): string {
  if (kind !== 'status') return ADVICE[kind]
  if (status === 401 || status === 403) return 'Use a link that opens without signing in'
  if (status === 404 || status === 410) return 'Check the link, or make a new one'
  if (status === 429 || status >= 500) return 'Try again later, or upload the file with POST /v1/uploads'
  return ADVICE.status
}
