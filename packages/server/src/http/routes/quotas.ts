import { OrganizationPath, Quota, QuotaPatch, successOf } from '@songreel/contract'
import { notFound } from '../../errors.ts'
import { getQuotaLimits, readQuota, updateQuotaLimits } from '../../store/quotas.ts'
import type { Auth } from '../auth/authenticator.ts'
import { ok } from '../response/envelope.ts'
import { tag } from './organizations.ts'
import type { Routes } from './route.ts'

const URL = '/v1/organizations/:orgId/quota'
const response = { 200: successOf(Quota) }

const read = {
  config: { scope: 'oversight' },
  schema: {
    tag,
    summary: 'Read how much may be made in a month, and how much is taken',
    description:
      'Months are those of UTC. A video counts in the month in which it is completed; what is waiting or being made counts in the current one. Test tokens do not count.',
    params: OrganizationPath,
    response,
  },
} as const

const update = {
  config: { scope: 'operator' },
  schema: {
    tag,
    summary: "Limit what may be made in a month (operator's token)",
    description:
      'Fields you leave out stay as they are; `null` removes a limit. A limit below what is taken stops new batches and nothing else. Needs `SONGREEL_ADMIN_TOKEN`.',
    params: OrganizationPath,
    body: QuotaPatch,
    response,
  },
} as const

/** How much an organization may have made: it can look, and the operator decides. */
export const quotaRoutes: Routes = (app, { db }) => {
  app.get(URL, read, async ({ auth, params }) => {
    const orgId = chooseOrganization(auth, params.orgId)
    return ok(await readQuota(db, orgId, await getQuotaLimits(db, orgId)), 'Quota')
  })

  for (const method of ['PUT', 'PATCH'] as const) {
    const handler = async ({ params: { orgId }, body }: { params: OrganizationPath; body: QuotaPatch }) =>
      ok(await readQuota(db, orgId, await updateQuotaLimits(db, orgId, body)), 'Quota changed')
    app.route({ method, url: URL, ...update, handler })
  }
}

/** The operator names one; to everybody else there is only their own. */
function chooseOrganization(auth: Auth, orgId: string): string {
  if (auth.kind === 'OPERATOR') return orgId
  if (orgId === 'me' || orgId === auth.orgId) return auth.orgId
  throw notFound('ORGANIZATION_NOT_FOUND', orgId)
}
