import { createDispatcher } from './dispatcher.ts'
import { toDownloadError } from './download-error.ts'
import { OutboundFault } from './outbound-fault.ts'
import type { FetchLimits, OutboundPolicy } from './policy.ts'
import { type RequestPhase, readFault } from './read-fault.ts'
import { type FileAnswer, requestFile } from './request-file.ts'
import { type SaveOptions, type Sniff, saveBody, tooLarge } from './save-body.ts'

/** Why an address was refused; for the log, never for the client. */
export type Refusal = { host: string; reason: string }

/** What a download needs to know. */
export type DownloadOptions = {
  policy: OutboundPolicy
  /** Where the file appears once it is whole; until then a `.part` file lies beside it. */
  toFile: string
  maxBytes: number
  /** Told how much has arrived since it was asked last; throws when there is no room for more. */
  demandRoom?: (bytes: number) => Promise<void>
  /** The field of the request that held the address, for the message. */
  field?: string
  /** Overrides the policy's limits. */
  limits?: Partial<FetchLimits>
  /** Sent to the first origin only, never across a redirect to another one. */
  headers?: Record<string, string>
  /** Sees the first 4 KB and may throw to refuse the file early. */
  sniff?: (start: Buffer, facts: { contentTypeHeader?: string }) => void | Promise<void>
  onRefused?: (refusal: Refusal) => void
  signal?: AbortSignal
}

/** What is known of a file that was fetched. */
export type DownloadedFile = { bytes: number; sha256: string; contentTypeHeader?: string; finalHost: string }

/** Fetches a file from an address that a client gave; throws a DownloadError, or the signal's reason when called off. */
export async function downloadFile(address: string, options: DownloadOptions): Promise<DownloadedFile> {
  const { policy, signal: canceled = new AbortController().signal } = options
  const limits = { ...policy.limits, ...options.limits }
  const deadline = AbortSignal.timeout(limits.totalMs)
  const ending = new AbortController()
  const signal = AbortSignal.any([canceled, deadline, ending.signal])
  let broken: OutboundFault | undefined
  const dispatcher = createDispatcher(policy, {
    connectMs: limits.connectMs,
    signal,
    onBroken: (fault) => {
      broken = fault
    },
  })
  const firstHost = URL.parse(address)?.host || 'this address'
  let host = firstHost
  let phase: RequestPhase = 'answer'
  try {
    canceled.throwIfAborted()
    const onHop = (hopHost: string) => {
      host = hopHost
    }
    const { headers } = options
    const answer = await requestFile(address, { policy, limits, dispatcher, signal, headers, onHop })
    phase = 'body'
    return await saveAnswer(answer, options, { signal, findBreak: () => broken })
  } catch (error) {
    canceled.throwIfAborted()
    const fault = deadline.aborted ? tookTooLong(limits.totalMs, error) : readFault(error, phase)
    if (!fault) throw error
    if (fault.refusal) options.onRefused?.({ host, reason: fault.refusal })
    // Named by the address that the client gave: what lies behind its redirects is not ours to tell.
    const namedHost = fault.kind === 'refused' ? firstHost : host
    throw toDownloadError(fault, { host: namedHost, field: options.field })
  } finally {
    ending.abort()
    await dispatcher.destroy()
  }
}

async function saveAnswer(
  { host, body, header }: FileAnswer,
  { toFile, maxBytes, sniff, demandRoom }: DownloadOptions,
  { signal, findBreak }: Pick<SaveOptions, 'signal' | 'findBreak'>,
): Promise<DownloadedFile> {
  const declaredBytes = Number(header('content-length') ?? 0)
  if (declaredBytes > maxBytes) throw tooLarge({ declaredBytes, maxBytes })
  const contentTypeHeader = header('content-type')
  const sniffStart: Sniff | undefined = sniff && ((start) => sniff(start, { contentTypeHeader }))
  const saved = await saveBody(body, { toFile, maxBytes, demandRoom, sniff: sniffStart, signal, findBreak })
  return { ...saved, contentTypeHeader, finalHost: host }
}

function tookTooLong(totalMs: number, cause: unknown): OutboundFault {
  return new OutboundFault('timeout', `took longer than ${totalMs / 1000} s to send the file`, {
    isPassing: true,
    cause,
  })
}
