import {
  Organization,
  OrganizationInput,
  OrganizationPatch,
  OrganizationPath,
  successOf,
  TokenRotation,
} from '@songreel/contract'
import { notFound } from '../../errors.ts'
import { refuseForbiddenUrl } from '../../outbound/refuse-forbidden-url.ts'
import { demandBrand } from '../../store/brands.ts'
import { getOrganization, type OrganizationRow, updateOrganization } from '../../store/organizations.ts'
import type { Db } from '../../store/schema.ts'
import { findNewestOwner } from '../../store/tokens.ts'
import { createOrganization } from '../../tokens/create-organization.ts'
import { renewTokenFile, rotateAuthToken } from '../../tokens/rotate-auth-token.ts'
import { makeHint } from '../../tokens/token.ts'
import type { Auth } from '../auth/authenticator.ts'
import { demandOwner } from '../auth/token-powers.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

/** How the reference groups these calls, and those of other files about the same. */
export const tag = {
  name: 'Organizations',
  description: 'Your account: its name, webhook address and token.',
}
const response = { 200: successOf(Organization) }

const create = {
  config: { scope: 'operator', errors: ['URL_NOT_ALLOWED'] },
  schema: {
    tag,
    summary: "Create an organization (operator's token)",
    description: 'Its `authToken` is shown only this once. Needs `SONGREEL_ADMIN_TOKEN`.',
    body: OrganizationInput,
    response: { 201: successOf(Organization) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read an organization',
    description: "`me` is the token's own. `authToken` is the token that this request presented.",
    params: OrganizationPath,
    response,
  },
} as const

const update = {
  config: { scope: 'admin', errors: ['URL_NOT_ALLOWED', 'BRAND_NOT_FOUND'] },
  schema: {
    tag,
    summary: 'Update an organization; fields you leave out stay as they are',
    description:
      '`webhookUrl` receives the events of batches without their own, `brandId` is worn by videos for which nothing more special is set; `null` removes either.',
    params: OrganizationPath,
    body: OrganizationPatch,
    response,
  },
} as const

const rotate = {
  config: { scope: 'recovery' },
  schema: {
    tag,
    operationId: 'rotateAuthToken',
    summary: 'Rotate the authToken; the old one keeps working for a grace period',
    description:
      "The new token is shown this once; the old one works for another `graceSecs`. The `authToken` itself does it, or a session of its holder: no key, because the new token would outlast it, and not a rotated token in its grace. The operator's token may, for an organization that has lost its own.",
    params: OrganizationPath,
    body: TokenRotation,
    response,
  },
} as const

/** The organization behind a token: read, change, renew its token; the operator makes new ones. */
export const organizationRoutes: Routes = (app, services) => {
  const { hashToken } = services

  app.post('/v1/organizations', create, (request, reply) =>
    runIdempotent(services, request, reply, async (db) => {
      refuseForbiddenUrl(services.config, 'webhookUrl', request.body.webhookUrl)
      const { organization, token } = await createOrganization(db, hashToken, request.body)
      const location = `/v1/organizations/${organization.orgId}`
      return { data: show(organization, token), location, remembered: show(organization, makeHint(token)) }
    }),
  )

  app.get('/v1/organizations/:orgId', read, async ({ auth, params }) => {
    const organization = await getOrganization(services.db, ownId(auth, params.orgId))
    return ok(show(organization, await findShownToken(services.db, auth)))
  })

  for (const method of ['PUT', 'PATCH'] as const) {
    const handler = async ({ auth, params, body }: UpdateRequest) => {
      refuseForbiddenUrl(services.config, 'webhookUrl', body.webhookUrl)
      const orgId = ownId(auth, params.orgId)
      if (body.brandId) await demandBrand(services.db, orgId, { brandId: body.brandId, field: 'brandId' })
      const organization = await updateOrganization(services.db, orgId, body)
      return ok(show(organization, await findShownToken(services.db, auth)))
    }
    app.route({ method, url: '/v1/organizations/:orgId', ...update, handler })
  }

  app.post('/v1/organizations/:orgId/auth-token/rotate', rotate, (request, reply) => {
    const { auth, params, body } = request
    const orgId = auth.kind === 'OPERATOR' ? params.orgId : ownId(auth, params.orgId)
    const work = async (db: Db) => {
      demandOwner(auth)
      const organization = await getOrganization(db, orgId)
      const token = await rotateAuthToken(hashToken, db, { orgId, isTest: auth.isTest, ...body })
      const afterCommit = () => {
        app.authenticator.forget(orgId)
        return renewTokenFile(services, orgId, token)
      }
      return { data: show(organization, token), remembered: show(organization, makeHint(token)), afterCommit }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}

type UpdateRequest = { auth: Auth; params: OrganizationPath; body: OrganizationPatch }

/** `me` or the token's own id; any other looks like one that does not exist. */
function ownId(auth: Auth, orgId: string): string {
  if (orgId === 'me' || orgId === auth.orgId) return auth.orgId
  throw notFound('ORGANIZATION_NOT_FOUND', orgId)
}

/** The very token that was presented, when it is the organization's own; a narrower key or a session sees a hint. */
async function findShownToken(db: Db, auth: Auth): Promise<string> {
  if (auth.kind === 'OWNER') return auth.token
  if (auth.kind === 'SESSION') return (await findNewestOwner(db, auth.orgId))?.tokenHint ?? auth.tokenHint
  return auth.tokenHint
}

function show({ orgId, name, webhookUrl, brandId }: OrganizationRow, authToken: string): Organization {
  return { orgId, name, authToken, webhookUrl, ...(brandId && { brandId }) }
}
