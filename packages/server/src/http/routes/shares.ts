import {
  Share,
  ShareCreated,
  ShareInput,
  SharePage,
  SharePath,
  ShareQuery,
  successOf,
} from '@songreel/contract'
import { createShare } from '../../batches/create-share.ts'
import { findShareToken } from '../../batches/share-token.ts'
import type { Services } from '../../services.ts'
import { getShare, listShares, revokeShare, type ShareRow } from '../../store/shares.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = { name: 'Shares', description: 'Pages with finished videos for people without an account.' }
const response = { 200: successOf(Share) }

const create = {
  config: { errors: ['AMBIGUOUS_REFERENCE', 'BATCH_NOT_FOUND', 'RENDER_NOT_FOUND'] },
  schema: {
    tag,
    summary: 'Share videos on a page of their own',
    description:
      'Of a batch, of all batches with a reference, or of renders that you choose. The page shows what is completed, also what is completed later. Whoever has the link can watch and download until it ends or is revoked.',
    body: ShareInput,
    response: { 201: successOf(ShareCreated) },
  },
} as const

const list = {
  schema: {
    tag,
    summary: 'List shares, newest first',
    description: 'Also those that have ended.',
    querystring: ShareQuery,
    response: { 200: successOf(SharePage) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a share',
    description: 'What it is called, until when it opens, and its link.',
    params: SharePath,
    response,
  },
} as const

const revoke = {
  schema: {
    tag,
    operationId: 'revokeShare',
    summary: 'Revoke a share',
    description: 'The page and its files do not open from then on. The record stays.',
    params: SharePath,
    response,
  },
} as const

/** Links for people without an account: make, list, take back. */
export const shareRoutes: Routes = (app, services) => {
  const { db } = services
  const show = (row: ShareRow) => toRecord(services, row, app.publicUrl())

  app.post('/v1/shares', create, (request, reply) =>
    runIdempotent(services, request, reply, async (db) => {
      const made = await createShare(services, db, request.auth.orgId, request.body)
      const { shareId, token, expiresAt } = made
      const data: ShareCreated = { shareId, url: buildUrl(app.publicUrl(), token), expiresAt }
      // The link is a secret, and a repeated request gets it by reading the record.
      const remembered = { ...data, url: `${app.publicUrl()}/v1/shares/${shareId}` }
      return { data, remembered, message: 'Share made', location: `/v1/shares/${shareId}` }
    }),
  )

  app.get('/v1/shares', list, async ({ auth, query }) => {
    const page = await listShares(db, auth.orgId, query)
    return ok({ ...page, items: page.items.map(show) }, 'Shares found')
  })

  app.get('/v1/shares/:shareId', read, async ({ auth, params }) =>
    ok(show(await getShare(db, auth.orgId, params.shareId)), 'Share found'),
  )

  app.delete('/v1/shares/:shareId', revoke, async ({ auth, params }) => {
    await revokeShare(db, auth.orgId, params.shareId)
    return ok(show(await getShare(db, auth.orgId, params.shareId)), 'Share revoked')
  })
}

function toRecord(services: Services, row: ShareRow, publicUrl: string): Share {
  const { shareId, title, videos, batchId, ref, createdAt, expiresAt, revokedAt, isExpired } = row
  const status = revokedAt !== null ? 'REVOKED' : isExpired ? 'EXPIRED' : 'ACTIVE'
  const token = status === 'ACTIVE' ? findShareToken(services, row) : undefined
  const url = token === undefined ? null : buildUrl(publicUrl, token)
  return { shareId, title, url, status, videos, batchId, ref, createdAt, expiresAt, revokedAt }
}

function buildUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/s/${token}`
}
