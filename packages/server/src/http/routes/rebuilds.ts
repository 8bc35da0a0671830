import {
  BatchCreated,
  BatchCreatedInFull,
  DryRunQuery,
  MediaBundlePath,
  MediaPath,
  NothingRebuilt,
  RebuildDryRun,
  SongRenderPage,
  SongRenderQuery,
  successOf,
} from '@songreel/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readSongRenders } from '../../batches/stale/list-song-renders.ts'
import { dryRunRebuild, rebuild } from '../../batches/stale/rebuild.ts'
import { addKeptSegments } from '../../segments/count-kept.ts'
import type { Services } from '../../services.ts'
import { getMedia } from '../../store/media.ts'
import { getMediaBundle } from '../../store/media-bundles.ts'
import type { SongScope } from '../../store/renders/song-renders.ts'
import type { Db } from '../../store/schema.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { readPrefer } from '../request/prefer.ts'
import { ok, type Success } from '../response/envelope.ts'
import { signalGone } from '../response/when-gone.ts'
import { readCreateOptions, readFullForm, toShortForm } from './batch-forms.ts'
import type { Routes } from './route.ts'

const tag = {
  name: 'Rebuilds',
  description: 'Which videos of a song or an album are out of date, and making those again.',
}
const listed = { querystring: SongRenderQuery, response: { 200: successOf(SongRenderPage) } }
const rebuilt = {
  querystring: DryRunQuery,
  response: {
    200: successOf(z.union([RebuildDryRun, NothingRebuilt])),
    201: successOf(z.union([BatchCreatedInFull, BatchCreated])),
  },
}
const config = { errors: ['CONFLICT', 'LYRICS_INVALID', 'QUOTA_EXCEEDED'] } as const
const REBUILT =
  'One batch, each video with its own settings; `Prefer: return=representation` returns the full record. If nothing is stale, nothing is made: a 200 with `batchId` null. `?dryRun=true` tells which videos, why, and what they would take.'

const listOfSong = {
  schema: {
    tag,
    operationId: 'listMediaRenders',
    summary: 'List the renders of a song, newest first',
    description:
      'Each says whether it is stale: whether it would turn out differently if it were made today, and why. Videos of the whole album are listed with the album.',
    params: MediaPath,
    ...listed,
  },
} as const

const listOfAlbum = {
  schema: {
    tag,
    operationId: 'listMediaBundleRenders',
    summary: 'List the renders of an album, newest first',
    description: 'Those of its songs and those of the album as a whole, each with whether it is stale.',
    params: MediaBundlePath,
    ...listed,
  },
} as const

const rebuildSong = {
  config,
  schema: {
    tag,
    summary: 'Make the stale videos of a song again',
    description: REBUILT,
    params: MediaPath,
    ...rebuilt,
  },
} as const

const rebuildAlbum = {
  config,
  schema: {
    tag,
    summary: 'Make the stale videos of an album again',
    description: `Those of its songs and those of the album as a whole. ${REBUILT}`,
    params: MediaBundlePath,
    ...rebuilt,
  },
} as const

/** The videos of a song or an album: which are out of date, and making those again. */
export const rebuildRoutes: Routes = (app, services) => {
  const { read, config } = services

  app.get('/v1/media/:mediaId/renders', listOfSong, async ({ auth: { orgId }, params, query }) => {
    await getMedia(read, orgId, params.mediaId, config.retentionDays)
    return ok(await readSongRenders(services, { orgId, ...params }, query), 'Renders found')
  })

  app.get(
    '/v1/media-bundles/:mediaBundleId/renders',
    listOfAlbum,
    async ({ auth: { orgId }, params, query }) => {
      await getMediaBundle(read, orgId, params.mediaBundleId)
      return ok(await readSongRenders(services, { orgId, ...params }, query), 'Renders found')
    },
  )

  app.post('/v1/media/:mediaId/rebuild', rebuildSong, (request, reply) => {
    const { auth, params, query } = request
    return makeAgain(services, request, reply, { ...query, scope: { orgId: auth.orgId, ...params } })
  })

  app.post('/v1/media-bundles/:mediaBundleId/rebuild', rebuildAlbum, (request, reply) => {
    const { auth, params, query } = request
    return makeAgain(services, request, reply, { ...query, scope: { orgId: auth.orgId, ...params } })
  })
}

type Again = { scope: SongScope; dryRun?: boolean | undefined }
type Rebuilt = BatchCreatedInFull | BatchCreated | NothingRebuilt

async function makeAgain(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, dryRun }: Again,
) {
  const options = readCreateOptions(request)
  if (dryRun) {
    const plan = await dryRunRebuild(services, { scope, options })
    const asking = { orgId: scope.orgId, signal: signalGone(reply) }
    return ok(await addKeptSegments(services, plan, asking), 'Nothing was stored')
  }
  const isFull = readPrefer(request).return === 'representation'
  const made = runIdempotent<Rebuilt>(services, request, reply, async (db: Db) => {
    const made = await rebuild(services, db, { scope, options })
    if (!made) return { data: { batchId: null, renders: [] }, message: 'Nothing is stale', status: 200 }
    const { batchId, renders } = made
    const data = isFull
      ? await readFullForm(services, db, { orgId: scope.orgId, batchId })
      : toShortForm(batchId, renders)
    return { data, message: 'Batch created', location: `/v1/batches/${batchId}` }
  })
  // The status says which of the forms it is, and types know only one for each.
  return made as Promise<Success<BatchCreated>>
}
