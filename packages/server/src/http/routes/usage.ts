import { successOf, Usage, UsageQuery } from '@songreel/contract'
import { readUsage } from '../../store/usage.ts'
import { ok } from '../response/envelope.ts'
import { tag } from './health.ts'
import type { Routes } from './route.ts'

const read = {
  schema: {
    tag,
    summary: 'Read what was made, day by day',
    description:
      'Videos, their length and failures of each day, how long renders wait, and how much work a minute of video is. Renders of test tokens are not counted.',
    querystring: UsageQuery,
    response: { 200: successOf(Usage) },
  },
} as const

/** What an organization made. */
export const usageRoutes: Routes = (app, { db }) => {
  app.get('/v1/usage', read, async ({ auth, query }) => ok(await readUsage(db, auth.orgId, query), 'Usage'))
}
