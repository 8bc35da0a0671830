import {
  BatchCreated,
  BatchCreatedInFull,
  DryRunQuery,
  MediaBundlePath,
  ReleasePackDryRun,
  ReleasePackRequest,
  successOf,
} from '@songreel/contract'
import { z } from 'zod'
import { createRelease } from '../../batches/create-release.ts'
import { dryRunRelease } from '../../batches/dry-run-release.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { readPrefer } from '../request/prefer.ts'
import { ok } from '../response/envelope.ts'
import { ORDER_ERRORS, readCreateOptions, readFullForm, toShortForm } from './batch-forms.ts'
import { tag } from './batches.ts'
import type { Routes } from './route.ts'

const create = {
  config: { errors: ORDER_ERRORS },
  schema: {
    tag,
    operationId: 'createReleasePack',
    summary: 'Make everything for an album: one batch from a release pack',
    description:
      'Answers like the creation of a batch. What the album or a song lacks is left out, and named in `warnings` and in `releasePack.leftOut`. Sent again, it links what was made before and renders nothing. `GET /v1/batches/{batchId}/archive` is the whole release, with a manifest and a page that plays it. `?dryRun=true` stores nothing and says what would be made.',
    params: MediaBundlePath,
    querystring: DryRunQuery,
    body: ReleasePackRequest,
    response: {
      200: successOf(ReleasePackDryRun),
      201: successOf(z.union([BatchCreatedInFull, BatchCreated])),
    },
  },
} as const

/** Everything that an album needs, in one call. */
export const releasePackRoutes: Routes = (app, services) => {
  app.post('/v1/media-bundles/:mediaBundleId/release-pack', create, async (request, reply) => {
    const input = { ...request.body, ...request.params }
    const options = readCreateOptions(request)
    if (request.query.dryRun) return ok(await dryRunRelease(services, input, options), 'Nothing was stored')
    const isFull = readPrefer(request).return !== 'minimal'
    let warnings: { field: string; message: string }[] = []
    const made = await runIdempotent<BatchCreatedInFull | BatchCreated>(
      services,
      request,
      reply,
      async (db) => {
        const { batchId, renders, ...rest } = await createRelease(services, db, input, options)
        warnings = rest.warnings
        const data = isFull
          ? await readFullForm(services, db, { orgId: options.orgId, batchId })
          : toShortForm(batchId, renders)
        return { data, message: 'Release pack created', location: `/v1/batches/${batchId}` }
      },
    )
    return warnings.length > 0 ? { ...made, warnings } : made
  })
}
