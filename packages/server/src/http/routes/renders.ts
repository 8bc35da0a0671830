import { RedeliverInput, Render, RenderPage, RenderPath, RenderQuery, successOf } from '@songreel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cancelRender } from '../../batches/cancel.ts'
import { deleteRenderFiles } from '../../batches/delete-files.ts'
import { retryRender } from '../../batches/retry.ts'
import { redeliverRender } from '../../destinations/begin-delivery.ts'
import { toRenderRecord } from '../../records/render-record.ts'
import type { Services } from '../../services.ts'
import { moveUpRender } from '../../store/renders/move-up.ts'
import { findQueuePosition, getRender, listRenders } from '../../store/renders/render-rows.ts'
import type { Db } from '../../store/schema.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Renders', description: 'The single videos of a batch.' }
const response = { 200: successOf(Render) }

const list = {
  schema: {
    tag,
    summary: 'List renders, newest first',
    description: 'From all batches, or from one with `batchId`.',
    querystring: RenderQuery,
    response: { 200: successOf(RenderPage) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a render',
    description: 'Everything about it: status, excerpt, files and what was measured in them.',
    params: RenderPath,
    response,
  },
} as const

const cancel = {
  config: { errors: ['NOT_CANCELABLE'] },
  schema: {
    tag,
    summary: 'Cancel a render',
    description: 'Running work stops within two seconds.',
    params: RenderPath,
    response,
  },
} as const

const moveUp = {
  config: { errors: ['CONFLICT'] },
  schema: {
    tag,
    summary: 'Move a waiting render to the front',
    description:
      "It becomes the next of your organization's renders; previews still go before videos. Other organizations are not affected.",
    params: RenderPath,
    response,
  },
} as const

const retry = {
  config: { errors: ['NOT_RETRYABLE', 'QUOTA_EXCEEDED'] },
  schema: {
    tag,
    summary: 'Retry a failed or canceled render',
    description:
      'It is queued again with the next `attempt`; files that could not be fetched are fetched again.',
    params: RenderPath,
    response,
  },
} as const

const redeliver = {
  config: {
    errors: ['CONFLICT', 'OUTPUT_EXPIRED', 'URL_NOT_ALLOWED', 'DESTINATION_CREDENTIALS_NOT_FOUND'],
  },
  schema: {
    tag,
    summary: "Send a completed render's files to its destination again",
    description:
      'A new round of attempts, whatever came of the one before; objects of the same name are replaced. With `destination` it goes there instead, also if its batch has none.',
    params: RenderPath,
    body: RedeliverInput,
    response,
  },
} as const

const remove = {
  config: { errors: ['CONFLICT'] },
  schema: {
    tag,
    operationId: 'deleteRenderFiles',
    summary: "Delete a render's files; its record stays",
    description: 'Its links return 410 from then on, and `filesDeletedAt` in the record says when.',
    params: RenderPath,
    response,
  },
} as const

/** Renders one by one: read, move up, cancel, try again. */
export const renderRoutes: Routes = (app, services) => {
  const { db } = services

  app.get('/v1/renders', list, async ({ auth, query }) => {
    const page = await listRenders(db, auth.orgId, query)
    const items = page.items.map((row) => toRenderRecord(row, null, services.links))
    return ok({ ...page, items }, 'Renders found')
  })

  app.get('/v1/renders/:renderId', read, async ({ auth, params }) =>
    ok(await readRecord(services, db, auth.orgId, params.renderId), 'Render found'),
  )

  app.delete('/v1/renders/:renderId', remove, async ({ auth, params }) => {
    await deleteRenderFiles(services, db, auth.orgId, params.renderId)
    return ok(await readRecord(services, db, auth.orgId, params.renderId), 'Files deleted')
  })

  const act = (work: RenderWork, message: string) => {
    return (request: ActRequest, reply: FastifyReply) => {
      const { orgId } = request.auth
      const { renderId } = request.params
      const workAndRead = async (db: Db) => {
        await work(services, db, orgId, renderId)
        return { data: await readRecord(services, db, orgId, renderId), message }
      }
      return runIdempotent(services, request, reply, workAndRead, { status: 200 })
    }
  }
  app.post('/v1/renders/:renderId/cancel', cancel, act(cancelRender, 'Render canceled'))
  app.post(
    '/v1/renders/:renderId/move-up',
    moveUp,
    act((_, db, orgId, renderId) => moveUpRender(db, orgId, renderId), 'Render is next'),
  )
  app.post('/v1/renders/:renderId/retry', retry, act(retryRender, 'Render is tried again'))
  app.post('/v1/renders/:renderId/redeliver', redeliver, (request, reply) => {
    const ref = { orgId: request.auth.orgId, renderId: request.params.renderId }
    const work = async (db: Db) => {
      await redeliverRender(services, db, ref, request.body.destination)
      return {
        data: await readRecord(services, db, ref.orgId, ref.renderId),
        message: 'Delivery begins anew',
      }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}

type RenderWork = (services: Services, db: Db, orgId: string, renderId: string) => Promise<void>
type ActRequest = FastifyRequest & { params: { renderId: string } }

async function readRecord({ links }: Services, db: Db, orgId: string, renderId: string): Promise<Render> {
  const row = await getRender(db, orgId, renderId)
  return toRenderRecord(row, await findQueuePosition(db, orgId, renderId), links)
}
