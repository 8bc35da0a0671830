import type { StaleReason, VideoSettings } from '@songreel/contract'
import type { Template } from '@songreel/kit'
import { addBackground } from '@songreel/render'
import { findTemplates, type OfferedTemplates, type TemplateDeps } from '../../catalogue/find-templates.ts'
import { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { ofCover } from '../../store/renders/render-work.ts'
import { type LatestVideo, listLatestVideos, type SongScope } from '../../store/renders/song-renders.ts'
import type { Db } from '../../store/schema.ts'
import { readSongsNow, type SongNow } from '../../store/songs-now.ts'
import { type PlanLimits, type PlannedRender, planRenders } from '../plan/plan-renders.ts'
import { findLack } from '../plan/refuse-incomplete.ts'
import { findStaleReasons } from './find-stale-reasons.ts'
import { openWardrobe } from './wardrobe.ts'

/** A video that would turn out differently today: why, and how it is made again. */
export type StaleVideo = { video: LatestVideo; reasons: StaleReason[]; planned: PlannedRender }

type Deps = Pick<Services, 'config'> & Omit<TemplateDeps, 'db'>

/**
 * The stale videos of a song or an album, or those of some renders. What could not be made again is not stale: its template
 * is gone or takes its settings no more, its song is deleted, or lacks what the template needs.
 */
export async function findStale(
  services: Deps,
  db: Db,
  scope: SongScope,
  renderIds?: string[],
): Promise<StaleVideo[]> {
  const videos = await listLatestVideos(db, scope, renderIds)
  const mediaIds = videos.flatMap(({ madeFrom }) => madeFrom.songs.map(({ mediaId }) => mediaId))
  const songs = await readSongsNow(db, scope.orgId, mediaIds)
  const wardrobe = await openWardrobe(db, scope.orgId, { videos, songs })
  const templates = await findTemplates({ ...services, db }, scope.orgId)
  const plan = { templates, limits: services.config }
  return videos.flatMap((video) => {
    const template = templates.get(video.contentId)?.template
    const own = video.madeFrom.songs.flatMap(({ mediaId }) => {
      const song = songs.get(mediaId)
      return song ? [seeAs(song, video)] : []
    })
    if (!template || own.length < video.madeFrom.songs.length) return []
    const { brand, brandId } = wardrobe.dress(video, template)
    const needs = addBackground(template.needs, video.background)
    const reasons = findStaleReasons(video, { songs: own, brand }, { ...template, needs })
    const planned = reasons.length > 0 && planAgain(plan, video, { songs: own, brandId }, { needs })
    return planned ? [{ video, reasons, planned }] : []
  })
}

/** What a video of its kind takes from a song: artwork only the cover, that of an album no ISRC. */
function seeAs(song: SongNow, { album }: LatestVideo): SongNow {
  if (album?.kind === 'ARTWORK') return ofCover(song)
  return album ? { ...song, isrc: null } : song
}

/** The same order with its own seed and variation; undefined where it cannot be made any more. */
function planAgain(
  { templates, limits }: { templates: OfferedTemplates; limits: PlanLimits },
  video: LatestVideo,
  { songs, brandId }: { songs: SongNow[]; brandId: string | null | undefined },
  { needs }: Pick<Template, 'needs'>,
): PlannedRender | undefined {
  const { contentId, requiredData, variation, seed, theme, priority, frames, album } = video
  const videoSettings = video.videoSettings as VideoSettings
  if (songs.some((song) => findLack(needs, song, requiredData))) return undefined
  try {
    const background = video.background ?? undefined
    const renders = [{ contentId, requiredData, videoSettings, background, brandId }]
    const [planned] = planRenders(templates, { renders }, limits)
    const replaces = video.renderId
    return (
      planned && { ...planned, variation, seed, theme, priority, frames, replaces, ...(album && { album }) }
    )
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
