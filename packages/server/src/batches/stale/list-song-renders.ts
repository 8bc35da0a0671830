import type { Page, SongRender, SongRenderQuery, StaleReason } from '@songreel/contract'
import type { TemplateDeps } from '../../catalogue/find-templates.ts'
import { toRenderRecord } from '../../records/render-record.ts'
import type { Services } from '../../services.ts'
import { listSongRenders, type SongScope } from '../../store/renders/song-renders.ts'
import { findStale, type StaleVideo } from './find-stale.ts'

type Deps = Pick<Services, 'db' | 'config' | 'links'> & Omit<TemplateDeps, 'db'>

/** The renders of a song or an album, newest first, each with whether it is stale and why. */
export async function readSongRenders(
  services: Deps,
  scope: SongScope,
  query: SongRenderQuery,
): Promise<Page<SongRender>> {
  const { db, links } = services
  const all = query.stale === undefined ? undefined : await findStale(services, db, scope)
  const staleIds = all?.map(({ video }) => video.renderId)
  const page = await listSongRenders(db, scope, { query, ...(staleIds && { staleIds }) })
  const shown = page.items.map(({ renderId }) => renderId)
  const reasons = nameReasons(all ?? (await findStale(services, db, scope, shown)))
  const items = page.items.map((row) => {
    const staleReasons = reasons.get(row.renderId) ?? []
    const isStale = staleReasons.length > 0
    return { ...toRenderRecord(row, null, links), mediaId: row.mediaId, isStale, staleReasons }
  })
  return { ...page, items }
}

function nameReasons(stale: StaleVideo[]): Map<string, StaleReason[]> {
  return new Map(stale.map(({ video, reasons }) => [video.renderId, reasons]))
}
