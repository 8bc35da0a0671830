import type { ShareInput } from '@songreel/contract'
import { invalidField, notFound, ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { getBatch } from '../store/batches/batch-rows.ts'
import { readSongNames } from '../store/batches/batch-songs.ts'
import { newRecord } from '../store/new-id.ts'
import { listRendersById, listRendersOfBatches } from '../store/renders/render-rows.ts'
import type { Db } from '../store/schema.ts'
import { insertShare } from '../store/shares.ts'
import { hashShareToken, makeShareToken } from './share-token.ts'
import { getRefBatches } from './together.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const USUAL_DAYS = 30
const MAX_DAYS = 366
const MAX_RENDERS = 500

type Deps = Pick<Services, 'deriveKey' | 'deriveKeys'>
type Shared = { renderIds: string[]; mediaIds: string[] }

/** Makes a link to some videos for people without an account. */
export async function createShare(services: Deps, db: Db, orgId: string, input: ShareInput) {
  const expiresAt = chooseEnd(input.expiresAt)
  const { renderIds, mediaIds } = await findShared(db, orgId, input)
  if (renderIds.length > MAX_RENDERS)
    throw invalidField(
      input.ref === undefined ? 'batchId' : 'ref',
      'TOO_MANY',
      `stands for ${renderIds.length} videos, and a page shows at most ${MAX_RENDERS}`,
    )
  const title = input.title ?? input.ref ?? (await nameSongs(db, orgId, mediaIds))
  const { id: shareId, createdAt } = newRecord('share')
  const token = makeShareToken(services, shareId)
  const { batchId = null, ref = null } = input
  const share = { shareId, tokenHash: hashShareToken(token), title, batchId, ref, createdAt, expiresAt }
  await insertShare(db, orgId, { ...share, renderIds })
  return { shareId, token, expiresAt }
}

function chooseEnd(wanted: string | undefined): string {
  if (wanted === undefined) return new Date(Date.now() + USUAL_DAYS * DAY_MS).toISOString()
  const endMs = Date.parse(wanted)
  if (endMs <= Date.now()) throw invalidField('expiresAt', 'IN_THE_PAST', `must lie ahead, not ${wanted}`)
  if (endMs > Date.now() + MAX_DAYS * DAY_MS)
    throw invalidField('expiresAt', 'TOO_FAR', `must be within a year from now, not ${wanted}`)
  return new Date(endMs).toISOString()
}

async function findShared(db: Db, orgId: string, input: ShareInput): Promise<Shared> {
  const { renderIds, batchId, ref } = input
  const ways = Object.entries({ renderIds, batchId, ref }).filter(([, value]) => value !== undefined)
  if (ways.length === 0)
    throw invalidField('renderIds', 'REQUIRED', 'is missing: send renderIds, a batchId or a ref')
  if (ways.length > 1) {
    const names = ways.map(([name]) => name).join(' and ')
    const message = `${names} were sent. Name what is shared in one way.`
    const details = ways.map(([field]) => ({ field, code: 'AMBIGUOUS_REFERENCE', message }))
    throw new ServiceError('AMBIGUOUS_REFERENCE', { message, details })
  }
  if (renderIds) return findChosen(db, orgId, [...new Set(renderIds)])
  if (batchId !== undefined) await getBatch(db, orgId, batchId)
  const batchIds = batchId === undefined ? await getRefBatches(db, orgId, ref ?? '') : [batchId]
  const renders = await listRendersOfBatches(db, orgId, batchIds)
  const byBatch = Map.groupBy(renders, (render) => render.batchId)
  const ordered = batchIds.flatMap((id) => byBatch.get(id) ?? [])
  return {
    renderIds: ordered.map(({ renderId }) => renderId),
    mediaIds: ordered.map(({ mediaId }) => mediaId),
  }
}

async function findChosen(db: Db, orgId: string, renderIds: string[]): Promise<Shared> {
  const found = await listRendersById(db, orgId, renderIds)
  const known = new Set(found.map(({ renderId }) => renderId))
  const missing = renderIds.find((renderId) => !known.has(renderId))
  if (missing !== undefined) throw notFound('RENDER_NOT_FOUND', missing, 'renderIds')
  const byId = new Map(found.map((render) => [render.renderId, render.mediaId]))
  return { renderIds, mediaIds: renderIds.flatMap((renderId) => byId.get(renderId) ?? []) }
}

/** One song by its name, several by who they are of. */
async function nameSongs(db: Db, orgId: string, mediaIds: string[]): Promise<string> {
  const names = await readSongNames(db, orgId, mediaIds)
  const songs = mediaIds.flatMap((mediaId) => names.get(mediaId) ?? [])
  const titles = [...new Set(songs.map(({ title }) => title))]
  const artists = [...new Set(songs.map(({ artist }) => artist))]
  const by = artists.length > 2 ? `${artists[0]} and others` : artists.join(' and ')
  return (titles.length === 1 ? `${titles[0]} – ${by}` : by).slice(0, 255) || 'Videos'
}
