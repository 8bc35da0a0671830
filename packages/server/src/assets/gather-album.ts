import type { ChapterPlan, TemplateNeeds } from '@songreel/render'
import { findSong, type Song } from '../store/media.ts'
import type { RenderWork } from '../store/renders/render-work.ts'
import type { Db } from '../store/schema.ts'
import { WorkError } from '../work-error.ts'
import {
  type FoundFile,
  type Gather,
  type GatherDeps,
  type GatheredFiles,
  gatherFiles,
  listWantedAssets,
} from './gather-files.ts'

/** The songs that a video is made of: its own, or those of its album in order. */
export async function listSongs(db: Db, work: RenderWork): Promise<Song[]> {
  if (!isOfAlbum(work)) return [work]
  const songs: Song[] = []
  for (const mediaId of work.albumOrder?.mediaIds ?? []) {
    const song = await findSong(db, work.orgId, mediaId)
    if (!song) throw goneSong(mediaId)
    songs.push(song)
  }
  return songs
}

/** Whether a render plays the songs of an album. */
export function isOfAlbum({ albumOrder }: Pick<RenderWork, 'albumOrder'>): boolean {
  return albumOrder?.kind === 'VIDEO' || albumOrder?.kind === 'SAMPLER'
}

/** The assets of all songs, whether they are here or not. */
export function listAlbumAssets(songs: readonly Song[], needs: TemplateNeeds): string[] {
  return [...new Set(songs.flatMap((song) => listWantedAssets(song, needs)))]
}

/** The files of several songs, and what each chapter is called. */
export type GatheredAlbum = GatheredFiles & { chapters: ChapterPlan[] }

/** Brings the files of all songs of an album into the work folder; one that several share is fetched once. */
export async function gatherAlbum(
  services: GatherDeps,
  { work, songs }: { work: RenderWork; songs: readonly Song[] },
  needs: TemplateNeeds,
  gather: Gather,
): Promise<GatheredAlbum> {
  const known = new Map<string, FoundFile>()
  const chapters: ChapterPlan[] = []
  const hashes: GatheredFiles['hashes'] = {}
  let songSecs: number | null = 0
  for (const [place, song] of songs.entries()) {
    const { orgId, contentId, requiredData } = work
    const one = await gatherFiles(services, { ...song, orgId, contentId, requiredData }, needs, {
      ...gather,
      known,
    })
    chapters.push({ files: one.files, song: nameSong(song) })
    for (const [role, hash] of Object.entries(one.hashes)) hashes[`${place}.${role}`] = hash
    songSecs = one.songSecs === null || songSecs === null ? null : songSecs + one.songSecs
  }
  return { files: { clips: [] }, chapters, hashes, songSecs, found: [...known.values()] }
}

function nameSong({ title, artist, album }: Song): ChapterPlan['song'] {
  return { title, artist, album }
}

function goneSong(mediaId: string): WorkError {
  return new WorkError('AUDIO_MISSING', {
    seen: `The song ${mediaId} of the album was deleted.`,
    advice: 'Restore it, or make the video again without it.',
    field: 'mediaIds',
  })
}
