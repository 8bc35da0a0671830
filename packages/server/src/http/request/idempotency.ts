import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { crashPoint } from '../../crash-point.ts'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import {
  findStoredResponse,
  type IdempotencyScope,
  lockIdempotencyKey,
  type StoredResponse,
  storeResponse,
} from '../../store/idempotency-keys.ts'
import type { Db } from '../../store/schema.ts'
import type { Tx } from '../../store/transaction.ts'
import { ok, type Success } from '../response/envelope.ts'

const KEY_FORM = /^[\x20-\x7e]{1,255}$/

/** What the work of a POST brings back. */
export type Made<Data> = {
  data: Data
  message?: string
  location?: string
  /** What `If-Match` names it by. */
  etag?: string
  /** Instead of the status of the route, where there was nothing to make. */
  status?: 200
  /** What is kept for a repeated request, where `data` holds a secret. */
  remembered?: Data
  /** Runs after the commit. */
  afterCommit?(): void | Promise<void>
}

type Options = {
  /** 200 for a POST that makes nothing new. */
  status?: 200 | 201
  /** What the request is recognised by, where its body is not JSON. */
  fingerprint?: string
}

/** Does the work of a POST; with an Idempotency-Key at most once, however often the request comes. */
export async function runIdempotent<Data>(
  services: Pick<Services, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Db) => Promise<Made<Data>>,
  options: Options = {},
): Promise<Success<Data>> {
  const key = readKey(request)
  const status = options.status ?? 201
  if (key === undefined) {
    const made = await work(services.db)
    await crashPoint('create-committed')
    await made.afterCommit?.()
    return respond(
      reply,
      { status: made.status ?? status, headers: buildHeaders(made) },
      ok(made.data, made.message),
    )
  }
  const scope = { orgId: request.auth.orgId, key, hash: hashRequest(request, options.fingerprint) }
  let afterCommit: Made<Data>['afterCommit']
  const response = await services.db.transaction().execute(async (transaction) => {
    const stored = await findEarlier(transaction, scope)
    if (stored) {
      reply.header('Idempotency-Replayed', 'true')
      return respond(reply, stored, JSON.parse(stored.body) as Success<Data>)
    }
    const made = await work(transaction)
    afterCommit = made.afterCommit
    const head = { status: made.status ?? status, headers: buildHeaders(made) }
    const remembered = ok(made.remembered ?? made.data, made.message)
    await storeResponse(transaction, scope, { ...head, body: JSON.stringify(remembered) })
    return respond(reply, head, ok(made.data, made.message))
  })
  await crashPoint('create-committed')
  await afterCommit?.()
  return response
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY_FORM.test(key)) return key
  const field = 'Idempotency-Key'
  const message = `${field} must be 1 to 255 printable ASCII characters, for example a UUID.`
  throw new ServiceError('VALIDATION_ERROR', { message, details: [{ field, code: 'WRONG_FORM', message }] })
}

/** Two requests are the same when method, address and content are; the order of fields does not count. */
function hashRequest(request: FastifyRequest, fingerprint: string | undefined): string {
  return createHash('sha256')
    .update(`${request.method} ${request.raw.url}\n${fingerprint ?? JSON.stringify(sortKeys(request.body))}`)
    .digest('base64url')
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** If the lock is taken, another request with this key is still running. */
async function findEarlier(transaction: Tx, scope: IdempotencyScope): Promise<StoredResponse | undefined> {
  const isLocked = await lockIdempotencyKey(transaction, scope)
  if (!isLocked) throw new ServiceError('IDEMPOTENCY_IN_PROGRESS', { headers: { 'Retry-After': '1' } })
  const stored = await findStoredResponse(transaction, scope)
  if (stored && stored.hash !== scope.hash) throw new ServiceError('IDEMPOTENCY_KEY_REUSED')
  return stored
}

function buildHeaders({ location, etag }: { location?: string; etag?: string }): Record<string, string> {
  return { ...(location !== undefined && { Location: location }), ...(etag !== undefined && { ETag: etag }) }
}

function respond<Data>(
  reply: FastifyReply,
  { status, headers }: { status: number; headers: Record<string, string> },
  body: Success<Data>,
): Success<Data> {
  reply.code(status).headers(headers)
  return body
}
