import { BatchPath, RefQuery } from '@songreel/contract'
import { getRefBatches } from '../../batches/together.ts'
import { findUsedTemplates } from '../../catalogue/find-templates.ts'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { findReleaseName, listNamedSongs } from '../../store/album-songs.ts'
import { type BatchRow, getBatch } from '../../store/batches/batch-rows.ts'
import { findAlbumName, type NamedWork, readSongNames } from '../../store/batches/batch-songs.ts'
import { listRendersOfBatches, type RenderRow } from '../../store/renders/render-rows.ts'
import type { Db } from '../../store/schema.ts'
import { VERSION } from '../../version.ts'
import { describeRelease } from '../response/describe-release.ts'
import { keepStored, type Packed, sendArchive } from '../response/send-archive.ts'
import { sendRelease } from '../response/send-release.ts'
import { tag } from './batches.ts'
import type { Routes } from './route.ts'

const config = { responseType: 'application/zip', errors: ['CONFLICT', 'OUTPUT_EXPIRED'] } as const

const read = {
  config,
  schema: {
    tag,
    operationId: 'downloadBatchArchive',
    summary: 'Download the finished videos of a batch as a ZIP',
    description:
      'Streamed, in the order of the batch, with the captions of videos that have some; a batch of several songs has a folder for each. A release pack has a folder for each platform instead, a `manifest.json` with the hash of every file and what was checked, and an `index.html` that plays everything. Videos that are unfinished or deleted are left out.',
    params: BatchPath,
  },
} as const

const readTogether = {
  config: { ...config, errors: [...config.errors, 'BATCH_NOT_FOUND'] },
  schema: {
    tag,
    operationId: 'downloadArchiveOfRef',
    summary: 'Download the finished videos of all batches with a reference as a ZIP',
    description:
      'Like the ZIP of a batch, with a folder for each song. Videos that are unfinished or deleted are left out.',
    querystring: RefQuery,
  },
} as const

/** All finished videos of a batch, or of what was sent together, in one file. */
export const archiveRoutes: Routes = (app, services) => {
  const { db } = services

  app.get('/v1/batches/:batchId/archive', read, async ({ auth, params }, reply) => {
    const { batchId } = params
    const batch = await getBatch(db, auth.orgId, batchId)
    const { mediaId, mediaBundleId } = batch
    const renders = await listRendersOfBatches(db, auth.orgId, [batchId])
    if (batch.release) {
      const contentIds = renders.map(({ contentId }) => contentId)
      const templates = await findUsedTemplates(services, auth.orgId, contentIds)
      const release = await readRelease(services, batch, renders)
      return sendRelease(services, reply, { release, templates })
    }
    const packed =
      mediaId === null ? await packBySong(db, auth.orgId, renders) : renders.map((render) => ({ render }))
    const videos = await keepStored(services, packed)
    if (videos.length === 0) throw nothingToPack(`batch ${batchId}`, packed)
    const named =
      mediaId === null
        ? await findAlbumName(db, auth.orgId, mediaBundleId)
        : (await readSongNames(db, auth.orgId, [mediaId])).get(mediaId)
    return sendArchive(services, reply, { name: named ? nameWork(named) : batchId, videos })
  })

  app.get('/v1/batches/archive', readTogether, async ({ auth, query: { ref } }, reply) => {
    const batchIds = await getRefBatches(db, auth.orgId, ref)
    const renders = Map.groupBy(
      await listRendersOfBatches(db, auth.orgId, batchIds),
      ({ batchId }) => batchId,
    )
    const inOrder = batchIds.flatMap((batchId) => renders.get(batchId) ?? [])
    const packed = await packBySong(db, auth.orgId, inOrder)
    const videos = await keepStored(services, packed)
    if (videos.length === 0) throw nothingToPack(`reference ${ref}`, packed)
    return sendArchive(services, reply, { name: ref, videos })
  })
}

/** What is there of a release, and what is not. */
async function readRelease(services: Services, batch: BatchRow, renders: RenderRow[]) {
  const { db } = services
  const { orgId, batchId, mediaBundleId, release } = batch
  const packed = renders.map((render) => ({ render }))
  const videos = await keepStored(services, packed)
  if (videos.length === 0) throw nothingToPack(`batch ${batchId}`, packed)
  const mediaIds = [
    ...renders.flatMap(({ mediaId, albumOrder }) => albumOrder?.mediaIds ?? [mediaId]),
    ...(release?.leftOut ?? []).flatMap(({ mediaId }) => mediaId ?? []),
  ]
  return describeRelease({
    batch,
    album: await findReleaseName(db, orgId, mediaBundleId),
    songs: await listNamedSongs(db, orgId, mediaIds),
    renders,
    stored: new Set(videos.map(({ render }) => render.renderId)),
    madeBy: `Songreel ${VERSION}`,
  })
}

/** A folder for each song. */
async function packBySong(db: Db, orgId: string, renders: RenderRow[]): Promise<Packed[]> {
  const songs = await readSongNames(
    db,
    orgId,
    renders.map(({ mediaId }) => mediaId),
  )
  return renders.map((render) => {
    const song = songs.get(render.mediaId)
    return song ? { render, folder: nameWork(song) } : { render }
  })
}

function nameWork({ title, artist }: NamedWork): string {
  return `${artist} - ${title}`
}

function nothingToPack(name: string, packed: Packed[]): ServiceError {
  if (packed.some(({ render }) => render.status === 'COMPLETED'))
    return new ServiceError('OUTPUT_EXPIRED', {
      message: `The videos of ${name} were deleted, or kept for their time and are gone. Make them again with a new batch.`,
    })
  return new ServiceError('CONFLICT', { message: `There are no finished videos of ${name}.` })
}
