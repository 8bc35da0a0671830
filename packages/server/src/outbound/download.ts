import { WorkError } from '../work-error.ts'
import { createDispatcher } from './dispatcher.ts'
import { outboundError } from './outbound-error.ts'
import type { FetchLimits, OutboundPolicy } from './policy.ts'
import { type RequestPhase, readNetworkError } from './read-network-error.ts'
import { type FileResponse, requestFile } from './request-file.ts'
import { type SaveOptions, type Sniff, saveBody, tooLarge } from './save-body.ts'

/** Why an address was refused; for the log, never for the client. */
export type Refusal = { host: string; reason: string }

/** What a download needs to know. */
export type DownloadOptions = {
  policy: OutboundPolicy
  /** Where the file appears once it is whole; until then a `.part` file lies beside it. */
  toFile: string
  maxBytes: number
  /** Called with how much has arrived since the last call; throws when there is no room for more. */
  assertFreeSpace?: (bytes: number) => Promise<void>
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

/** Fetches a file from an address that a client gave; throws a WorkError, or the signal's reason when called off. */
export async function downloadFile(address: string, options: DownloadOptions): Promise<DownloadedFile> {
  const { policy, signal: canceled = new AbortController().signal } = options
  const limits = { ...policy.limits, ...options.limits }
  const deadline = AbortSignal.timeout(limits.totalMs)
  const ending = new AbortController()
  const signal = AbortSignal.any([canceled, deadline, ending.signal])
  let broken: WorkError | undefined
  const dispatcher = createDispatcher(policy, {
    connectMs: limits.connectMs,
    signal,
    onBroken: (error) => {
      broken = error
    },
  })
  const firstHost = URL.parse(address)?.host || 'this address'
  let host = firstHost
  let phase: RequestPhase = 'response'
  try {
    canceled.throwIfAborted()
    const onHop = (hopHost: string) => {
      host = hopHost
    }
    const { headers } = options
    const response = await requestFile(address, { policy, limits, dispatcher, signal, headers, onHop })
    phase = 'body'
    return await saveResponse(response, options, { signal, findBreak: () => broken })
  } catch (error) {
    canceled.throwIfAborted()
    const failed = deadline.aborted ? tookTooLong(limits.totalMs, error) : readNetworkError(error, phase)
    if (!failed?.facts.problem) throw error
    const { code, facts } = failed
    if (facts.refusal) options.onRefused?.({ host, reason: facts.refusal })
    // Named by the address that the client gave: what lies behind its redirects is not ours to reveal.
    const namedHost = facts.problem === 'refused' ? firstHost : host
    const named = { ...facts, refusal: undefined, host: namedHost, field: options.field }
    throw new WorkError(code, { ...named, cause: error })
  } finally {
    ending.abort()
    await dispatcher.destroy()
  }
}

async function saveResponse(
  { host, body, header }: FileResponse,
  { toFile, maxBytes, sniff, assertFreeSpace }: DownloadOptions,
  { signal, findBreak }: Pick<SaveOptions, 'signal' | 'findBreak'>,
): Promise<DownloadedFile> {
  const declaredBytes = Number(header('content-length') ?? 0)
  if (declaredBytes > maxBytes) throw tooLarge({ declaredBytes, maxBytes })
  const contentTypeHeader = header('content-type')
  const sniffStart: Sniff | undefined = sniff && ((start) => sniff(start, { contentTypeHeader }))
  const saved = await saveBody(body, {
    toFile,
    maxBytes,
    assertFreeSpace,
    sniff: sniffStart,
    signal,
    findBreak,
  })
  return { ...saved, contentTypeHeader, finalHost: host }
}

function tookTooLong(totalMs: number, cause: unknown): WorkError {
  const seen = `took longer than ${totalMs / 1000} s to send the file`
  return outboundError('timeout', seen, { isTransient: true, cause })
}
