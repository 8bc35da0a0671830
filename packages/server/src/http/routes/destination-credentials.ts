import {
  DestinationCredentials,
  DestinationCredentialsInput,
  DestinationCredentialsPage,
  DestinationCredentialsPath,
  DestinationCredentialsQuery,
  DestinationTest,
  DestinationTested,
  idOf,
  successOf,
} from '@songreel/contract'
import { z } from 'zod'
import { createCredentials, showCredentials } from '../../destinations/credentials.ts'
import { testDestination } from '../../destinations/test-destination.ts'
import { deleteCredentials, listCredentials } from '../../store/destination-credentials.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Destinations', description: 'Keys of buckets that finished videos are sent to.' }
const CredentialsDeleted = z.object({
  credentialsId: idOf('destinationCredentials').describe('The credentials that were deleted'),
  deleted: z.literal(true).describe('Always true'),
})

const create = {
  config: { scope: 'admin' },
  schema: {
    tag,
    operationId: 'createDestinationCredentials',
    summary: 'Store the keys of a bucket',
    description:
      'Encrypted, and never shown again. Batches name them as `serviceParams.destination.credentialsId`. Give the keys no more than `s3:PutObject` and `s3:AbortMultipartUpload` on the part of the bucket that is meant.',
    body: DestinationCredentialsInput,
    response: { 201: successOf(DestinationCredentials) },
  },
} as const

const list = {
  config: { scope: 'admin' },
  schema: {
    tag,
    operationId: 'listDestinationCredentials',
    summary: 'List the stored keys',
    description: 'Newest first, each with a hint instead of the key.',
    querystring: DestinationCredentialsQuery,
    response: { 200: successOf(DestinationCredentialsPage) },
  },
} as const

const remove = {
  config: { scope: 'admin' },
  schema: {
    tag,
    operationId: 'deleteDestinationCredentials',
    summary: 'Delete stored keys at once',
    description:
      'They are gone for good. Deliveries that still wait for them fail with `DESTINATION_CREDENTIALS_DELETED` and can be sent again with others.',
    params: DestinationCredentialsPath,
    response: { 200: successOf(CredentialsDeleted) },
  },
} as const

const test = {
  config: { scope: 'admin', errors: ['URL_NOT_ALLOWED'], leavesNothing: true },
  schema: {
    tag,
    operationId: 'testDestination',
    summary: 'Try a bucket with stored keys',
    description:
      'Stores a small object the way a video would be, and deletes it again. What the store answered is in `error`.',
    params: DestinationCredentialsPath,
    body: DestinationTest,
    response: { 200: successOf(DestinationTested) },
  },
} as const

/** Keys of customers' buckets: store, list, try, delete. */
export const destinationCredentialRoutes: Routes = (app, services) => {
  const { db } = services

  app.post('/v1/destination-credentials', create, (request, reply) =>
    runIdempotent(services, request, reply, async (db) => {
      const data = await createCredentials(services, db, request.auth.orgId, request.body)
      return { data, message: 'Credentials stored' }
    }),
  )

  app.get('/v1/destination-credentials', list, async ({ auth, query }) => {
    const page = await listCredentials(db, auth.orgId, query)
    return ok({ ...page, items: page.items.map(showCredentials) }, 'Credentials found')
  })

  app.delete('/v1/destination-credentials/:credentialsId', remove, async ({ auth, params }) => {
    const { credentialsId } = params
    await deleteCredentials(db, { orgId: auth.orgId, credentialsId })
    return ok({ credentialsId, deleted: true as const }, 'Credentials deleted')
  })

  app.post('/v1/destination-credentials/:credentialsId/test', test, async ({ auth, params, body }) => {
    const ref = { orgId: auth.orgId, credentialsId: params.credentialsId }
    const tested = await testDestination(services, ref, body)
    return ok(tested, tested.isWritable ? 'The bucket can be written' : 'The bucket cannot be written')
  })
}
