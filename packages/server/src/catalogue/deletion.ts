import type { ErrorCode } from '@songreel/contract'
import { notFound, ServiceError } from '../errors.ts'
import { getArtist } from '../store/artists.ts'
import { getBrand } from '../store/brands.ts'
import {
  countLive,
  type DeletableTable,
  findDeletion,
  type IdColumn,
  lockLive,
  markDeleted,
  markLive,
  type Records,
} from '../store/deletion.ts'
import { getMedia } from '../store/media.ts'
import { getMediaBundle } from '../store/media-bundles.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { type CatalogueRecord, demandVersion } from './record-tag.ts'

/** One level of the catalogue. */
type Level = {
  table: DeletableTable
  column: IdColumn
  code: ErrorCode
  nouns: [one: string, many: string]
  read(db: Db, orgId: string, id: string): Promise<CatalogueRecord>
}

const ARTISTS: Level = {
  table: 'artists',
  column: 'artist_id',
  code: 'ARTIST_NOT_FOUND',
  nouns: ['artist', 'artists'],
  read: getArtist,
}
const BUNDLES: Level = {
  table: 'media_bundles',
  column: 'media_bundle_id',
  code: 'MEDIA_BUNDLE_NOT_FOUND',
  nouns: ['media bundle', 'media bundles'],
  read: getMediaBundle,
}
const MEDIA: Level = {
  table: 'media',
  column: 'media_id',
  code: 'MEDIA_NOT_FOUND',
  nouns: ['media record', 'media records'],
  // A living one is found however short the retention is.
  read: (db, orgId, id) => getMedia(db, orgId, id, 0),
}

const BRANDS: Level = {
  table: 'brands',
  column: 'brand_id',
  code: 'BRAND_NOT_FOUND',
  nouns: ['brand', 'brands'],
  read: getBrand,
}

type Deleting = { orgId: string; id: string; cascade?: boolean; ifMatch?: string }
type Restoring = { orgId: string; id: string; retentionDays: number }

/** Deletes an artist; with `cascade` its media bundles and media as well. */
export function deleteArtist(db: Db, deleting: Deleting): Promise<void> {
  return deleteWithAllBelow(db, ARTISTS, [BUNDLES, MEDIA], deleting)
}

/** Deletes a media bundle; with `cascade` its media as well. */
export function deleteMediaBundle(db: Db, deleting: Deleting): Promise<void> {
  return deleteWithAllBelow(db, BUNDLES, [MEDIA], deleting)
}

/** Deletes a media record, which still reads, with isActive false. One that is deleted already stays as it is. */
export async function deleteMedia(db: Db, deleting: Deleting & Restoring): Promise<void> {
  const { orgId, id, retentionDays, ifMatch } = deleting
  const records = openRecords(MEDIA, orgId, id)
  const known = await findDeletion(db, records, retentionDays)
  if (!known) throw notFound(MEDIA.code, id)
  if (known.deletedAt !== null) return
  if (ifMatch === undefined) return markDeleted(db, records)
  await deleteWithAllBelow(db, MEDIA, [], deleting)
}

/** Deletes a brand. Who has it falls back to what is less special, and has it again once it is restored. */
export function deleteBrand(db: Db, deleting: Deleting): Promise<void> {
  return deleteWithAllBelow(db, BRANDS, [], deleting)
}

/** Brings an artist back, and what its deletion took along. */
export function restoreArtist(db: Db, restoring: Restoring): Promise<void> {
  return restoreWithAllBelow(db, ARTISTS, [BUNDLES, MEDIA], restoring)
}

/** Brings a media bundle back, and what its deletion took along. */
export function restoreMediaBundle(db: Db, restoring: Restoring): Promise<void> {
  return restoreWithAllBelow(db, BUNDLES, [MEDIA], restoring)
}

/** Brings a media record back. */
export function restoreMedia(db: Db, restoring: Restoring): Promise<void> {
  return restoreWithAllBelow(db, MEDIA, [], restoring)
}

/** Brings a brand back. */
export function restoreBrand(db: Db, restoring: Restoring): Promise<void> {
  return restoreWithAllBelow(db, BRANDS, [], restoring)
}

/** Locks go from the top down, always: two that meet wait for each other and never cross. */
function deleteWithAllBelow(
  db: Db,
  level: Level,
  below: Level[],
  { orgId, id, cascade = false, ifMatch }: Deleting,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const records = openRecords(level, orgId, id)
    if (!(await lockLive(transaction, records, 'own'))) throw notFound(level.code, id)
    if (ifMatch !== undefined) demandVersion(ifMatch, await level.read(transaction, orgId, id))
    // A song on somebody else's album is below its artist, too.
    for (const children of cascade ? [] : below)
      await refuseChildren(transaction, children, { ...records, table: children.table })
    await markDeleted(transaction, records)
    if (!cascade) return
    for (const { table } of below) await markDeleted(transaction, { ...records, table })
  })
}

async function refuseChildren(db: Db, { nouns }: Level, children: Records): Promise<void> {
  const count = await countLive(db, children)
  if (count === 0) return
  const what = `${count} ${nouns[count === 1 ? 0 : 1]}`
  throw new ServiceError('HAS_CHILDREN', {
    message: `It still has ${what} below it. Delete them first, or send ?cascade=true.`,
  })
}

function restoreWithAllBelow(
  db: Db,
  level: Level,
  below: Level[],
  { orgId, id, retentionDays }: Restoring,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const records = openRecords(level, orgId, id)
    const known = await findDeletion(transaction, records, retentionDays)
    if (!known) throw notFound(level.code, id)
    if (known.deletedAt === null) return
    if (level === MEDIA) await demandLive(transaction, orgId, BUNDLES, known.mediaBundleId as string)
    if (level !== ARTISTS && level !== BRANDS)
      await demandLive(transaction, orgId, ARTISTS, known.artistId as string)
    for (const { table } of [level, ...below])
      await markLive(transaction, { ...records, table }, known.deletedAt)
  })
}

async function demandLive(db: Db, orgId: string, parent: Level, parentId: string): Promise<void> {
  if (await lockLive(db, openRecords(parent, orgId, parentId), 'share')) return
  throw new ServiceError('CONFLICT', {
    message: `The ${parent.nouns[0]} above it (${parentId}) is deleted. Restore that first.`,
  })
}

function openRecords({ table, column }: Level, orgId: string, id: string): Records {
  return { orgId, table, column, id }
}
