import { ConnectionError } from './errors.ts'
import { parseBody } from './parse-body.ts'
import type { Warning } from './records.ts'

/** What a response says beside its data. */
export type Meta = {
  /** What happened, for people. */
  message: string | undefined
  /** Fields that were sent and are not known, with what was probably meant. */
  warnings: Warning[]
  /** Finds the call in the server's log. */
  requestId: string | undefined
  /** True if an earlier try had already done the work and this is its response. */
  isReplayed: boolean
  status: number
  headers: Headers
}

/** Data of a response; `$meta` is not enumerable, so copying and comparing see the data alone. */
export type Result<Data> = Data & { readonly $meta: Meta }

/** Takes a response out of its envelope. */
export async function readResult<Data extends object>(response: Response): Promise<Result<Data>> {
  return addMeta<Data>(response, parseEnvelope(response, await response.text()))
}

/** Data with what its response says beside it. */
export function addMeta<Data extends object>(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  { data, message, warnings = [] }: Envelope,
): Result<Data> {
  const meta: Meta = {
    message,
    warnings,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotency-replayed') === 'true',
    status,
    headers,
  }
  return Object.defineProperty(data, '$meta', { value: meta }) as Result<Data>
}

type Envelope = { data: object; message?: string; warnings?: Warning[] }

function parseEnvelope(response: Response, text: string): Envelope {
  const body = parseBody(response, text) as Envelope | null
  if (typeof body?.data === 'object' && body.data !== null) return body
  throw new ConnectionError(
    `${response.url} responded with ${response.status}, but not like Songreel. Check baseUrl.`,
  )
}
