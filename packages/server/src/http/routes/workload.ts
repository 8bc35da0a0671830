import { successOf, Workload } from '@songreel/contract'
import { readWorkload } from '../../metrics/workload.ts'
import { ok } from '../response/envelope.ts'
import { tag } from './health.ts'
import type { Routes } from './route.ts'

const read = {
  config: { scope: 'oversight' },
  schema: {
    tag,
    summary: 'Read what waits, what is being made by which worker, and what has ended lately',
    description:
      "With the operator's token (`SONGREEL_ADMIN_TOKEN`) of the whole installation, with the names of machines; with an organization's token its own part. `songreel top` shows it live. Renders of test tokens count while they wait and run, not among those that have ended.",
    response: { 200: successOf(Workload) },
  },
} as const

/** The work of the installation, or an organization's part of it. */
export const workloadRoutes: Routes = (app, { db }) => {
  app.get('/v1/workload', read, async ({ auth }) =>
    ok(await readWorkload(db, auth.kind === 'OPERATOR' ? undefined : auth.orgId), 'Workload'),
  )
}
