import { type List, list } from './list.ts'
import type { ApiKey, ApiKeyCreated, ApiKeyFilter, ApiKeyInput } from './records.ts'
import type { Result } from './result.ts'
import { keepSecret } from './secret.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/api-keys'

export type ApiKeys = {
  /** The key's token is in the result, this once. */
  create(input: ApiKeyInput, options?: CallOptions): Promise<Result<ApiKeyCreated>>
  list(filter?: ApiKeyFilter, options?: CallOptions): List<ApiKey>
  /** Takes effect at once. */
  revoke(keyId: string, options?: CallOptions): Promise<Result<{ keyId: string; revoked: true }>>
}

export function createApiKeys(transport: Transport): ApiKeys {
  const { send, post } = transport
  return {
    create: (json, options) => keepSecret('token', post(PATH, json, options)),
    list: (filter, options) => list(transport, PATH, filter, options),
    revoke: (keyId, options) =>
      send({ ...options, method: 'DELETE', path: at(PATH, keyId), ifGone: { keyId, revoked: true } }),
  }
}
