import {
  Batch,
  BatchCreated,
  BatchCreatedInFull,
  BatchDryRun,
  BatchInput,
  BatchPage,
  BatchPath,
  BatchQuery,
  DryRunQuery,
  successOf,
  type Warning,
} from '@songreel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cancelBatch } from '../../batches/cancel.ts'
import { createBatch } from '../../batches/create-batch.ts'
import { dryRunBatch } from '../../batches/dry-run-batch.ts'
import { isReferenceForm } from '../../batches/plan/resolve-records.ts'
import { listSettingsWarnings } from '../../batches/plan/settings-warnings.ts'
import { retryBatch } from '../../batches/retry.ts'
import { toBatchRecord } from '../../records/batch-record.ts'
import { listBatches } from '../../store/batches/batch-rows.ts'
import { listRendersOfBatches } from '../../store/renders/render-rows.ts'
import type { Db } from '../../store/schema.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { readPrefer } from '../request/prefer.ts'
import { ok } from '../response/envelope.ts'
import { ORDER_ERRORS, readBatchRecord, readCreateOptions, readFullForm, toShortForm } from './batch-forms.ts'
import type { Routes } from './route.ts'

/** How the reference groups these calls, and those of other files about the same. */
export const tag = { name: 'Batches', description: 'Requests for one or more videos of a song.' }
const response = { 200: successOf(Batch) }

const create = {
  config: {
    errors: [
      ...ORDER_ERRORS,
      'AMBIGUOUS_REFERENCE',
      'REFERENCE_MISMATCH',
      'ARTIST_NOT_FOUND',
      'MEDIA_NOT_FOUND',
    ],
  },
  schema: {
    tag,
    summary: 'Create a batch of renders',
    description:
      'Records inline, by id, or mixed. Inline returns the short form, `mediaId` the full one; `Prefer: return=minimal` or `return=representation` chooses. `?dryRun=true` checks everything and stores nothing.',
    querystring: DryRunQuery,
    body: BatchInput,
    response: { 200: successOf(BatchDryRun), 201: successOf(z.union([BatchCreatedInFull, BatchCreated])) },
  },
} as const

const list = {
  schema: {
    tag,
    summary: 'List batches, newest first',
    description: 'Each with its renders, as when you read it.',
    querystring: BatchQuery,
    response: { 200: successOf(BatchPage) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a batch',
    description:
      'Poll until `isFinal` is true, or follow its events. Finished renders have a `renderUrl`, freshly signed each time.',
    params: BatchPath,
    response,
  },
} as const

const cancel = {
  config: { errors: ['NOT_CANCELABLE'] },
  schema: {
    tag,
    summary: 'Cancel the unfinished renders of a batch',
    description: 'Running work stops within two seconds.',
    params: BatchPath,
    response,
  },
} as const

const retry = {
  config: { errors: ['NOT_RETRYABLE', 'QUOTA_EXCEEDED'] },
  schema: {
    tag,
    summary: 'Retry the failed and canceled renders of a batch',
    description:
      'The batch opens again and sends another final event when it closes; completed renders stay as they are.',
    params: BatchPath,
    response,
  },
} as const

/** Batches: make, follow, cancel, try again. */
export const batchRoutes: Routes = (app, services) => {
  const { db } = services

  app.post('/v1/batches', create, async (request, reply) => {
    const { body, query } = request
    const options = readCreateOptions(request)
    if (query.dryRun) return ok(await dryRunBatch(services, body, options), 'Nothing was stored')
    const isFull = wantsRecord(request, body)
    const brandWarnings: Warning[] = []
    const made = await runIdempotent<BatchCreatedInFull | BatchCreated>(
      services,
      request,
      reply,
      async (db) => {
        const { batchId, renders, warnings } = await createBatch(services, db, body, options)
        brandWarnings.push(...warnings)
        const data = isFull
          ? await readFullForm(services, db, { orgId: options.orgId, batchId })
          : toShortForm(batchId, renders)
        return { data, message: 'Batch created', location: `/v1/batches/${batchId}` }
      },
    )
    const warnings = [...listSettingsWarnings(body), ...brandWarnings]
    return warnings.length > 0 ? { ...made, warnings } : made
  })

  app.get('/v1/batches', list, async ({ auth, query }) => {
    const page = await listBatches(db, auth.orgId, query)
    const batchIds = page.items.map((batch) => batch.batchId)
    const renders = Map.groupBy(
      await listRendersOfBatches(db, auth.orgId, batchIds),
      (render) => render.batchId,
    )
    const items = page.items.map((batch) =>
      toBatchRecord(batch, renders.get(batch.batchId) ?? [], services.links),
    )
    return ok({ ...page, items }, 'Batches found')
  })

  app.get('/v1/batches/:batchId', read, async ({ auth, params }) =>
    ok(await readBatchRecord(services, db, { orgId: auth.orgId, ...params }), 'Batch found'),
  )

  const act = (work: typeof cancelBatch | typeof retryBatch, message: string) => {
    return (request: ActRequest, reply: FastifyReply) => {
      const { orgId } = request.auth
      const { batchId } = request.params
      const workAndRead = async (db: Db) => {
        await work(services, db, orgId, batchId)
        return { data: await readBatchRecord(services, db, { orgId, batchId }), message }
      }
      return runIdempotent(services, request, reply, workAndRead, { status: 200 })
    }
  }
  app.post('/v1/batches/:batchId/cancel', cancel, act(cancelBatch, 'Batch canceled'))
  app.post('/v1/batches/:batchId/retry', retry, act(retryBatch, 'Batch is tried again'))
}

type ActRequest = FastifyRequest & { params: { batchId: string } }

function wantsRecord(request: FastifyRequest, body: BatchInput): boolean {
  const wanted = readPrefer(request).return
  return wanted === undefined ? isReferenceForm(body) : wanted === 'representation'
}
