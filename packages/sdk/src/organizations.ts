import type {
  Organization,
  OrganizationInput,
  OrganizationPatch,
  Quota,
  QuotaPatch,
  TokenRotation,
} from './records.ts'
import type { Result } from './result.ts'
import { keepSecret } from './secret.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/organizations'

export type Organizations = {
  /** Needs the operator's token; the new organization's own token is in the result, this once. */
  create(input: OrganizationInput, options?: CallOptions): Promise<Result<Organization>>
  /** Without an id: the token's own. */
  get(orgId?: string, options?: CallOptions): Promise<Result<Organization>>
  update(orgId: string, patch: OrganizationPatch, options?: CallOptions): Promise<Result<Organization>>
  /** Makes a new token, shown this once; the old one works for `graceSecs` more (a day). */
  rotateToken(orgId?: string, rotation?: TokenRotation, options?: CallOptions): Promise<Result<Organization>>
  /** What may be made in a month, and what is taken. Without an id: the token's own. */
  quota(orgId?: string, options?: CallOptions): Promise<Result<Quota>>
  /** Needs the operator's token; what is left out stays as it is, null removes a limit. */
  setQuota(orgId: string, patch: QuotaPatch, options?: CallOptions): Promise<Result<Quota>>
}

export function createOrganizations({ send, get, post, settings: { orgId: own } }: Transport): Organizations {
  return {
    create: (json, options) => keepSecret('authToken', post(PATH, json, options)),
    get: (orgId = own, options = {}) => get(at(PATH, orgId), options),
    update: (orgId, json, options) => send({ ...options, method: 'PATCH', path: at(PATH, orgId), json }),
    rotateToken: (orgId = own, json = {}, options = {}) => {
      const path = at(PATH, orgId, '/auth-token/rotate')
      return keepSecret('authToken', post(path, json, options))
    },
    quota: (orgId = own, options = {}) => get(at(PATH, orgId, '/quota'), options),
    setQuota: (orgId, json, options) =>
      send({ ...options, method: 'PATCH', path: at(PATH, orgId, '/quota'), json }),
  }
}
