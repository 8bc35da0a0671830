import { LYRICS_FORMATS } from '@songreel/kit/lyrics'
import { nameCompanion } from '../../assets/file-links.ts'
import type { Services } from '../../services.ts'
import { type NamedWork, readSongNames } from '../../store/batches/batch-songs.ts'
import { getOrganization } from '../../store/organizations.ts'
import { listRendersById, type RenderRow } from '../../store/renders/render-rows.ts'
import { listSharedRenderIds, type ShareRow } from '../../store/shares.ts'

/** A finished video of a share; its number is its place in the share, and all that its address says of it. */
export type SharedVideo = { number: number; song: string; artist: string; row: RenderRow }

/** What a share shows at the moment. */
export type Shown = {
  title: string
  by: string
  endsAt: string
  videos: SharedVideo[]
  /** How many are still being made. */
  pending: number
}

type Deps = Pick<Services, 'db' | 'storage'>

/** The videos of a share that are there, in its order. */
export async function readSharedVideos({ db }: Pick<Deps, 'db'>, share: ShareRow): Promise<Shown> {
  const { orgId } = share
  const renderIds = await listSharedRenderIds(db, share)
  const rows = await listRendersById(db, orgId, renderIds)
  const byId = new Map(rows.map((row) => [row.renderId, row]))
  const songs = await readSongNames(
    db,
    orgId,
    rows.map(({ mediaId }) => mediaId),
  )
  const videos = renderIds.flatMap((renderId, number) => {
    const row = byId.get(renderId)
    return row && hasFiles(row) ? [describe(row, number, songs.get(row.mediaId))] : []
  })
  const ends = videos.flatMap(({ row }) => row.expiresAt ?? [])
  const endsAt = [share.expiresAt, ...ends].sort()[0] as string
  const pending = rows.filter(({ status }) => !['COMPLETED', 'FAILED', 'CANCELED'].includes(status)).length
  const { name: by } = await getOrganization(db, orgId)
  return { title: share.title, by, endsAt, videos, pending }
}

type Role = 'video' | 'poster' | 'srt' | 'vtt'

/** One file of a share; undefined where it has none of that number and kind. */
export async function readSharedFile(
  { db, storage }: Deps,
  share: ShareRow,
  { number, role }: { number: number; role: Role },
) {
  const renderId = (await listSharedRenderIds(db, share))[number]
  const [row] = renderId === undefined ? [] : await listRendersById(db, share.orgId, [renderId])
  if (!row || !hasFiles(row)) return undefined
  const { fileName, videoKey, contentType, bytes, sha256 } = row
  if (role === 'video')
    return {
      key: videoKey as string,
      contentType: contentType as string,
      bytes: bytes as number,
      sha256: sha256 as string,
      fileName,
    }
  const key = { poster: row.posterKey, srt: row.srtKey, vtt: row.vttKey }[role]
  const size = key === null ? undefined : await storage.findSize(key)
  if (key === null || size === undefined) return undefined
  return {
    key,
    contentType: role === 'poster' ? 'image/jpeg' : LYRICS_FORMATS[role].contentType,
    bytes: size,
    sha256: `${sha256}-${role}`,
    fileName: nameCompanion(fileName, role),
  }
}

function hasFiles({ status, videoKey, outputDeletedAt }: RenderRow): boolean {
  return status === 'COMPLETED' && videoKey !== null && outputDeletedAt === null
}

function describe(row: RenderRow, number: number, song: NamedWork | undefined): SharedVideo {
  return { number, row, song: song?.title ?? row.fileName, artist: song?.artist ?? '' }
}
