import type { Readable } from 'node:stream'
import { BatchPath } from '@songreel/contract'
import ZipStream from 'zip-stream'
import { nameCompanion } from '../../assets/file-links.ts'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { getBatch } from '../../store/batches/batch-rows.ts'
import { listRendersOfBatches, type RenderRow } from '../../store/renders/render-rows.ts'
import { tag } from './batches.ts'
import type { Routes } from './route.ts'

const read = {
  config: { responseType: 'application/zip', errors: ['CONFLICT', 'OUTPUT_EXPIRED'] },
  schema: {
    tag,
    operationId: 'downloadBatchArchive',
    summary: 'Download the finished videos of a batch as a ZIP',
    description:
      'Streamed, in the order of the batch, with the captions of videos that have some. Videos that are unfinished or deleted are left out.',
    params: BatchPath,
  },
} as const

/** All finished videos of a batch in one file. */
export const archiveRoutes: Routes = (app, services) => {
  app.get('/v1/batches/:batchId/archive', read, async ({ auth, params }, reply) => {
    const { batchId } = params
    await getBatch(services.db, auth.orgId, batchId)
    const renders = await listRendersOfBatches(services.db, auth.orgId, [batchId])
    const finished = renders.filter((render) => render.videoKey !== null && render.outputDeletedAt === null)
    const stored = await keepStored(services, finished)
    if (stored.length === 0) throw nothingToPack(batchId, renders)
    reply.type('application/zip').header('Content-Disposition', `attachment; filename="${batchId}.zip"`)
    return reply.send(zip(services, stored))
  })
}

/** Without those that somebody deleted from the store: an archive that has begun could only break off. */
async function keepStored({ storage, log }: Services, renders: RenderRow[]): Promise<RenderRow[]> {
  const sizes = await Promise.all(renders.map((render) => storage.findSize(render.videoKey as string)))
  return renders.filter(({ renderId }, index) => {
    if (sizes[index] === undefined) log.warn({ renderId }, 'a video is missing from storage')
    return sizes[index] !== undefined
  })
}

function nothingToPack(batchId: string, renders: RenderRow[]): ServiceError {
  if (renders.some((render) => render.status === 'COMPLETED'))
    return new ServiceError('OUTPUT_EXPIRED', {
      message: `The videos of batch ${batchId} were deleted, or kept for their time and are gone. Make them again with a new batch.`,
    })
  return new ServiceError('CONFLICT', { message: `Batch ${batchId} has no finished videos.` })
}

/** A video, and its captions where it has some. */
function listEntries({ videoKey, srtKey, vttKey, fileName }: RenderRow): { key: string; name: string }[] {
  const entries = [
    { key: videoKey, name: fileName },
    { key: srtKey, name: nameCompanion(fileName, 'srt') },
    { key: vttKey, name: nameCompanion(fileName, 'vtt') },
  ]
  return entries.flatMap(({ key, name }) => (key === null ? [] : [{ key, name }]))
}

/** Stored, not compressed: videos do not shrink, and the stream needs no memory. */
function zip({ storage, log }: Services, renders: RenderRow[]): Readable {
  const archive = new ZipStream({ store: true })
  const add = (source: Readable, name: string) =>
    new Promise<void>((resolve, reject) => {
      source.once('error', reject)
      archive.entry(source, { name }, (error) => (error ? reject(error) : resolve()))
    })
  const fill = async () => {
    for (const { key, name } of renders.flatMap(listEntries)) await add(await storage.read(key), name)
    archive.finish()
  }
  fill().catch((error) => {
    log.warn({ err: error }, 'archive was cut off')
    archive.destroy(error)
  })
  return archive
}
