import type { Page, SongRenderQuery } from '@songreel/contract'
import { sql } from 'kysely'
import type { AlbumOrder, MadeFrom, OwnBackground, ResolvedVideoSettings } from '../batch-schema.ts'
import type { BrandSource } from '../choose-brand.ts'
import { type Condition, readPage } from '../read-page.ts'
import type { Db } from '../schema.ts'
import { OPEN_RENDER_STATUSES } from '../statuses.ts'
import { RENDER_LIST, type RenderRow } from './render-rows.ts'

/** Whose renders are meant: those of a song, or those of all songs of an album and of the album itself. */
export type SongScope = { orgId: string } & ({ mediaId: string } | { mediaBundleId: string })

/** The renders of a song or an album, newest first. Staleness is not known to SQL, so who asks for it names the stale ones. */
export function listSongRenders(
  db: Db,
  scope: SongScope,
  { query, staleIds = [] }: { query: SongRenderQuery; staleIds?: string[] },
): Promise<Page<RenderRow>> {
  const { orgId, ...record } = scope
  const conditions: Condition[] = [isOfScope(scope)]
  if (query.status !== undefined) conditions.push(sql`renders.status = ${query.status}`)
  if (query.stale === true) conditions.push(sql`renders.render_id = any(${staleIds})`)
  if (query.stale === false) conditions.push(sql`renders.render_id <> all(${staleIds})`)
  // A cursor of one song must not be taken for one of another.
  return readPage(db, RENDER_LIST, { orgId, query: { ...query, ...record }, conditions })
}

/** A finished video that no newer one has taken the place of: what it was ordered as, and what it was made from. */
export type LatestVideo = {
  renderId: string
  mediaId: string
  contentId: string
  requiredData: Record<string, unknown>
  videoSettings: ResolvedVideoSettings
  theme: 'DARK' | 'LIGHT' | null
  background: OwnBackground | null
  brandId: string | null
  brandSource: BrandSource | null
  seed: number
  variation: number
  priority: number
  isTest: boolean
  width: number
  height: number
  frames: number
  aspectRatio: string
  fileName: string
  album: AlbumOrder | null
  madeFrom: MadeFrom
}

/**
 * The newest video of each order that has its files and is known to be made from something; of an order that is under way
 * again there is none. The same song, template, data, settings, background, brand and variation are the same order, and so is what a rebuild
 * made of it, whose data may have got new defaults.
 */
export async function listLatestVideos(
  db: Db,
  scope: SongScope,
  renderIds?: string[],
): Promise<LatestVideo[]> {
  const { orgId } = scope
  const only = renderIds ? sql`and renders.render_id = any(${renderIds})` : sql``
  const { rows } = await sql<LatestVideo>`
    select render_id as "renderId", media_id as "mediaId", content_id as "contentId", required_data as "requiredData",
      video_settings as "videoSettings", theme, background, brand_id as "brandId", brand_source as "brandSource", seed, variation, priority, is_test as "isTest", renders.width,
      renders.height, renders.frames, aspect_ratio as "aspectRatio", file_name as "fileName", album,
      made_from as "madeFrom"
    from renders join outputs using (output_id)
    where renders.org_id = ${orgId} and ${isOfScope(scope)} ${only}
      and renders.status = 'COMPLETED' and made_from is not null
      and files_deleted_at is null and outputs.deleted_at is null
      and not exists (
        select from renders newer left join outputs file on file.output_id = newer.output_id
        where newer.org_id = ${orgId} and newer.media_id = renders.media_id and newer.render_id > renders.render_id
          and (newer.status in (${sql.join(OPEN_RENDER_STATUSES)})
            or newer.status = 'COMPLETED' and newer.files_deleted_at is null and file.deleted_at is null)
          and newer.is_test = renders.is_test
          and (newer.replaces = renders.render_id
            or newer.content_id = renders.content_id and newer.variation = renders.variation
              and newer.seed = renders.seed and newer.theme is not distinct from renders.theme
              and newer.background is not distinct from renders.background
              and ${orderedBrand('newer')} is not distinct from ${orderedBrand('renders')}
              and newer.video_settings = renders.video_settings and newer.required_data = renders.required_data
              and newer.album is not distinct from renders.album))
    order by media_id, render_id
  `.execute(db)
  return rows
}

/** The brand that an order named itself, empty for none at all; null where it named nothing. */
function orderedBrand(alias: string) {
  const source = sql.ref(`${alias}.brand_source`)
  return sql`(case when ${source} in ('RENDER', 'BATCH') then coalesce(${sql.ref(`${alias}.brand_id`)}, '') end)`
}

/** Keeps two rebuilds of the same songs apart: the second one sees what the first has made. */
export async function lockSongs(transaction: Db, scope: SongScope): Promise<void> {
  const isMeant =
    'mediaId' in scope ? sql`media_id = ${scope.mediaId}` : sql`media_bundle_id = ${scope.mediaBundleId}`
  await sql`
    select from media where org_id = ${scope.orgId} and ${isMeant} order by media_id for no key update
  `.execute(transaction)
}

/** A video of the whole album belongs to the album, although it names its first song. */
function isOfScope(scope: SongScope): Condition {
  if ('mediaId' in scope) return sql`renders.media_id = ${scope.mediaId} and renders.album is null`
  return sql`renders.media_id in (
    select media_id from media where org_id = ${scope.orgId} and media_bundle_id = ${scope.mediaBundleId})`
}
