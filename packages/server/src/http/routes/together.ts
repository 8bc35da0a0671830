import { successOf, TogetherChanged, TogetherInput } from '@songreel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cancelTogether, retryTogether } from '../../batches/together.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { tag } from './batches.ts'
import type { Routes } from './route.ts'

const cancelAll = {
  config: { errors: ['BATCH_NOT_FOUND', 'NOT_CANCELABLE'] },
  schema: {
    tag,
    operationId: 'cancelBatchesOfRef',
    summary: 'Cancel the unfinished renders of all batches with a reference',
    description: 'What was sent together is stopped together, all or nothing.',
    body: TogetherInput,
    response: { 200: successOf(TogetherChanged) },
  },
} as const

const retryAll = {
  config: { errors: ['BATCH_NOT_FOUND', 'NOT_RETRYABLE', 'QUOTA_EXCEEDED'] },
  schema: {
    tag,
    operationId: 'retryBatchesOfRef',
    summary: 'Retry the failed and canceled renders of all batches with a reference',
    description: 'As for one batch; completed renders stay as they are.',
    body: TogetherInput,
    response: { 200: successOf(TogetherChanged) },
  },
} as const

/** What is done to all batches with a reference. */
export const togetherRoutes: Routes = (app, services) => {
  const actTogether = (work: typeof cancelTogether, message: string) => {
    return (request: TogetherRequest, reply: FastifyReply) =>
      runIdempotent(
        services,
        request,
        reply,
        async (db) => ({ data: await work(services, db, request.auth.orgId, request.body.ref), message }),
        { status: 200 },
      )
  }
  app.post('/v1/batches/cancel', cancelAll, actTogether(cancelTogether, 'Batches canceled'))
  app.post('/v1/batches/retry', retryAll, actTogether(retryTogether, 'Batches are tried again'))
}

type TogetherRequest = FastifyRequest & { body: { ref: string } }
