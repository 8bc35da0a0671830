import { successOf, Usage, UsageQuery } from '@songreel/contract'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { getQuotaLimits, readQuota } from '../../store/quotas.ts'
import type { Db } from '../../store/schema.ts'
import { readUsage } from '../../store/usage.ts'
import { readUsageSpan } from '../request/usage-span.ts'
import { ok } from '../response/envelope.ts'
import { writeUsageCsv } from '../response/usage-csv.ts'
import { tag } from './health.ts'
import type { Routes } from './route.ts'

const read = {
  config: { responseType: 'text/csv' },
  schema: {
    tag,
    summary: 'Read what was made, by day, template or artist',
    description:
      'Videos, their length, size and processor time, and failures, day by day; how long renders wait, and how much work a minute of video is. `by` adds templates or artists, and `format=csv` is the same as a file. It stays as it is when files and records are deleted. Renders of test tokens are not counted.',
    querystring: UsageQuery,
    response: { 200: successOf(Usage) },
  },
} as const

/** What an organization made. */
export const usageRoutes: Routes = (app, { db }) => {
  app.get('/v1/usage', read, async ({ auth, query }, reply) => {
    const span = readUsageSpan(query)
    const made = await readUsage(db, auth.orgId, { ...query, ...span })
    const usage = { ...span, ...made, quota: await findQuota(db, auth.orgId) }
    if (query.format === 'json') return ok(usage, 'Usage')
    return sendCsv(reply, usage, query.by)
  })
}

function sendCsv(reply: FastifyReply, usage: Usage, by: UsageQuery['by']): FastifyReply {
  const fileName = `usage-by-${by}-${usage.from}-${usage.to}.csv`
  const disposition = contentDisposition(fileName, { type: 'attachment' })
  reply.type('text/csv; charset=utf-8; header=present').header('Content-Disposition', disposition)
  return reply.send(writeUsageCsv(usage, by))
}

/** Nothing where nothing is limited: counting what is open would be for nobody. */
async function findQuota(db: Db, orgId: string): Promise<Usage['quota']> {
  const limits = await getQuotaLimits(db, orgId)
  return Object.values(limits).some((limit) => limit !== null) ? readQuota(db, orgId, limits) : null
}
