/** What can go wrong between us and an address that a client gave. */
export type FaultKind =
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

/** Facts beside the kind. */
export type FaultFacts = ErrorOptions & {
  /** Another try may well succeed. */
  isPassing?: boolean
  status?: number
  retryAfterSecs?: number
}

/** Something went wrong on the way out; the message continues a sentence that starts with the host's name. */
export class OutboundFault extends Error {
  readonly kind: FaultKind
  readonly isPassing: boolean
  readonly status?: number
  readonly retryAfterSecs?: number

  constructor(
    kind: FaultKind,
    message: string,
    { isPassing, status, retryAfterSecs, cause }: FaultFacts = {},
  ) {
    super(message, { cause })
    this.name = 'OutboundFault'
    this.kind = kind
    this.isPassing = isPassing ?? false
    this.status = status
    this.retryAfterSecs = retryAfterSecs
  }
}

/** A forbidden address; the reason is for the log alone, never for the client (it would make us a scanner). */
export function refused(reason: string, cause?: unknown): OutboundFault {
  return new OutboundFault('refused', reason, { cause })
}
