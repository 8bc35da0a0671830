import {
  type ApiKey,
  ApiKeyCreated,
  ApiKeyInput,
  ApiKeyPage,
  ApiKeyPath,
  ApiKeyQuery,
  idOf,
  successOf,
} from '@songreel/contract'
import { z } from 'zod'
import { notFound, ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { insertToken, listKeys, revokeKey, type TokenRow } from '../../store/tokens.ts'
import { makeHint, makeToken } from '../../tokens/token.ts'
import type { Auth } from '../auth/authenticator.ts'
import { refuseLongLine, refuseWiderKey } from '../auth/token-powers.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'API keys', description: 'Additional tokens with fewer permissions.' }
const KeyRevoked = z.object({
  keyId: idOf('apiKey').describe('The key that was revoked'),
  revoked: z.literal(true).describe('Always true'),
})

const create = {
  config: { scope: 'admin' },
  schema: {
    tag,
    summary: 'Create a key; its token is shown only this once',
    description:
      'An additional token with fewer permissions, for a program that needs less. A key made with a key has no more scopes, lasts no longer, and ends with it.',
    body: ApiKeyInput,
    response: { 201: successOf(ApiKeyCreated) },
  },
} as const

const list = {
  config: { scope: 'admin' },
  schema: {
    tag,
    summary: 'List the keys',
    description: 'Newest first, without their tokens.',
    querystring: ApiKeyQuery,
    response: { 200: successOf(ApiKeyPage) },
  },
} as const

const revoke = {
  config: { scope: 'admin' },
  schema: {
    tag,
    operationId: 'revokeApiKey',
    summary: 'Revoke a key at once',
    description:
      'Its next request is refused, and so is that of every key and session that was made with it; other processes of the service follow within a second.',
    params: ApiKeyPath,
    response: { 200: successOf(KeyRevoked) },
  },
} as const

/** Narrower keys beside the organization's own token. */
export const apiKeyRoutes: Routes = (app, services) => {
  app.post('/v1/api-keys', create, (request, reply) =>
    runIdempotent(services, request, reply, async (db) => {
      refuseLongLine(request.auth)
      refuseWiderKey(request.auth, request.body)
      const { row, token } = await createKey(services, db, request.auth, request.body)
      const key = show(row)
      return { data: { ...key, token }, remembered: { ...key, token: key.tokenHint }, message: 'Key created' }
    }),
  )

  app.get('/v1/api-keys', list, async ({ auth, query }) => {
    const page = await listKeys(services.db, auth.orgId, query)
    return ok({ ...page, items: page.items.map(show) }, 'Keys found')
  })

  app.delete('/v1/api-keys/:keyId', revoke, async ({ auth, params }) => {
    if (!(await revokeKey(services.db, auth.orgId, params.keyId)))
      throw notFound('API_KEY_NOT_FOUND', params.keyId)
    app.authenticator.forget(auth.orgId)
    return ok({ keyId: params.keyId, revoked: true as const }, 'Key revoked')
  })
}

async function createKey(
  { hashToken }: Services,
  db: Db,
  { orgId, giverId }: Pick<Auth, 'orgId' | 'giverId'>,
  input: ApiKeyInput,
) {
  const { name, scopes, isTest = false, expiresAt } = input
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) throw pastExpiry(expiresAt)
  const token = makeToken({ isTest })
  const row = await insertToken(db, {
    orgId,
    kind: 'KEY',
    name,
    scopes: [...new Set(scopes)],
    isTest,
    tokenHash: hashToken(token),
    secretMark: hashToken.secretMark,
    tokenHint: makeHint(token),
    expiresAt,
    parentKeyId: giverId,
  })
  return { row, token }
}

function show(row: TokenRow): ApiKey {
  const { keyId, name, scopes, isTest, tokenHint, createdAt, expiresAt, lastUsedAt } = row
  return { keyId, name, scopes, isTest, tokenHint, createdAt, expiresAt, lastUsedAt }
}

function pastExpiry(expiresAt: string): ServiceError {
  const message = `expiresAt must lie in the future, not ${expiresAt}.`
  return new ServiceError('VALIDATION_ERROR', {
    message,
    details: [{ field: 'expiresAt', code: 'IN_THE_PAST', message }],
  })
}
