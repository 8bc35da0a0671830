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
  /** Why the address is forbidden; for the log alone, never for the client (it would make us a scanner). */
  refusal?: string
}

/** Something went wrong on the way out; the message continues a sentence that starts with the host's name. */
export class OutboundFault extends Error {
  readonly kind: FaultKind
  readonly isPassing: boolean
  readonly status?: number
  readonly retryAfterSecs?: number
  readonly refusal?: string

  constructor(
    kind: FaultKind,
    message: string,
    { isPassing, status, retryAfterSecs, refusal, cause }: FaultFacts = {},
  ) {
    super(message, { cause })
    this.name = 'OutboundFault'
    this.kind = kind
    this.isPassing = isPassing ?? false
    this.status = status
    this.retryAfterSecs = retryAfterSecs
    this.refusal = refusal
  }
}

/** A forbidden address that can be told without asking anybody. */
export function refused(reason: string, cause?: unknown): OutboundFault {
  return new OutboundFault('refused', 'may not be reached from here', { refusal: reason, cause })
}

/**
 * A name without an address, or (`refusal`) one that leads to a forbidden address. Both read alike: otherwise a client
 * could ask which names exist inside our network.
 */
export function unreachableName({
  refusal,
  cause,
}: {
  refusal?: string
  cause?: unknown
} = {}): OutboundFault {
  return new OutboundFault('dns', 'has no address in the DNS that can be reached from here', {
    refusal,
    cause,
  })
}
