import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { crashPoint } from '../../crash-point.ts'
import { ServiceError } from '../../errors.ts'
import type { Db, Services } from '../../services.ts'
import type { Database } from '../../store/schema.ts'
import { ok, type Success } from '../response/envelope.ts'

const KEY_FORM = /^[\x20-\x7e]{1,255}$/
const KEPT = sql`interval '24 hours'`

/** What the work of a POST brings back. */
export type Made<Data> = {
  data: Data
  message?: string
  location?: string
  /** What is kept for a repeated request, where `data` holds a secret. */
  remembered?: Data
  /** What follows once the work is committed, and not before. */
  afterCommit?(): void | Promise<void>
}

type Options = {
  /** 200 for a POST that makes nothing new. */
  status?: 200 | 201
  /** What the request is recognised by, where its body is not JSON. */
  fingerprint?: string
}

type Stored = { request_hash: string; status: number; headers: Record<string, string>; body: string }

/** Does the work of a POST; with an Idempotency-Key at most once, however often the request comes. */
export async function createOnce<Data>(
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
    return answer(reply, { status, headers: headersOf(made) }, ok(made.data, made.message))
  }
  const scope = { orgId: request.auth.orgId, key, hash: hashRequest(request, options.fingerprint) }
  let afterCommit: Made<Data>['afterCommit']
  const answered = await services.db.transaction().execute(async (transaction) => {
    await takeLock(transaction, scope)
    const stored = await findStored(transaction, scope)
    if (stored) {
      reply.header('Idempotency-Replayed', 'true')
      return answer(reply, stored, JSON.parse(stored.body) as Success<Data>)
    }
    const made = await work(transaction)
    afterCommit = made.afterCommit
    const headers = headersOf(made)
    const remembered = ok(made.remembered ?? made.data, made.message)
    await store(transaction, scope, { status, headers, body: JSON.stringify(remembered) })
    return answer(reply, { status, headers }, ok(made.data, made.message))
  })
  await crashPoint('create-committed')
  await afterCommit?.()
  return answered
}

type Scope = { orgId: string; key: string; hash: string }

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

/** Held until the transaction ends; whoever does not get it meets a request that is still running. */
async function takeLock(transaction: Transaction<Database>, { orgId, key }: Scope): Promise<void> {
  const name = `idempotency ${orgId} ${key}`
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken
  `.execute(transaction)
  if (rows[0]?.taken) return
  throw new ServiceError('IDEMPOTENCY_IN_PROGRESS', { headers: { 'Retry-After': '1' } })
}

async function findStored(transaction: Transaction<Database>, scope: Scope): Promise<Stored | undefined> {
  const { orgId, key, hash } = scope
  const stored = await transaction
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .where('created_at', '>', sql<string>`now() - ${KEPT}`)
    .executeTakeFirst()
  if (stored && stored.request_hash !== hash) throw new ServiceError('IDEMPOTENCY_KEY_REUSED')
  return stored
}

/** An old row under the same key gives way; a young one can not be there, because the lock is held. */
async function store(
  transaction: Transaction<Database>,
  { orgId, key, hash }: Scope,
  stored: { status: number; headers: Record<string, string>; body: string },
): Promise<void> {
  const values = { request_hash: hash, ...stored, headers: JSON.stringify(stored.headers) }
  await transaction
    .insertInto('idempotency_keys')
    .values({ org_id: orgId, key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'key']).doUpdateSet({ ...values, created_at: sql<string>`now()` }),
    )
    .execute()
}

function headersOf({ location }: { location?: string }): Record<string, string> {
  return location === undefined ? {} : { Location: location }
}

function answer<Data>(
  reply: FastifyReply,
  { status, headers }: { status: number; headers: Record<string, string> },
  body: Success<Data>,
): Success<Data> {
  reply.code(status).headers(headers)
  return body
}
