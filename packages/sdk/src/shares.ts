import { type List, list } from './list.ts'
import type { Share, ShareCreated, ShareFilter, ShareInput } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/shares'

export type Shares = {
  /** Makes a page with videos for people without an account; `url` is its link. */
  create(input: ShareInput, options?: CallOptions): Promise<Result<ShareCreated>>
  get(shareId: string, options?: CallOptions): Promise<Result<Share>>
  list(filter?: ShareFilter, options?: CallOptions): List<Share>
  /** The link opens nothing from then on. */
  revoke(shareId: string, options?: CallOptions): Promise<Result<Share>>
}

export function createShares(transport: Transport): Shares {
  const { send, get, post } = transport
  return {
    create: (json, options) => post(PATH, json, options),
    get: (shareId, options) => get(at(PATH, shareId), options),
    list: (filter, options) => list(transport, PATH, filter, options),
    revoke: (shareId, options) => send({ ...options, method: 'DELETE', path: at(PATH, shareId) }),
  }
}
