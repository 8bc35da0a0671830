import type { Template } from '@songreel/kit'
import { addBackground, type ChapterPlan, type TemplateNeeds } from '@songreel/render'
import { listTitles } from '../store/album-tracks.ts'
import type { UsedSong } from '../store/batch-schema.ts'
import { findSong, type Song } from '../store/media.ts'
import type { RenderWork } from '../store/renders/render-work.ts'
import type { Db } from '../store/schema.ts'
import { WorkError } from '../work-error.ts'
import {
  addBrand,
  type FoundFile,
  type Gather,
  type GatherDeps,
  type GatheredFiles,
  gatherFiles,
  listWantedAssets,
} from './gather-files.ts'
import { describeWorn, type WornBrand } from './worn-brand.ts'

/** The files of several songs, and what each chapter is called. */
export type GatheredAlbum = Omit<GatheredFiles, 'used'> & { chapters: ChapterPlan[]; songs: UsedSong[] }

/** The assets that a render needs, of its song or of all songs of its album, whether they are here or not. */
export async function listWorkAssets(db: Db, work: RenderWork, template: UsedTemplate): Promise<string[]> {
  const songs = isOfAlbum(work) ? await listSongs(db, work) : [work]
  const ofSongs = songs.flatMap((song) =>
    listWantedAssets(song, addBackground(template.needs, work.background)),
  )
  const ofBrand = findWorn(work, template)?.files.map(({ assetId }) => assetId) ?? []
  return [...new Set([...ofSongs, ...ofBrand])]
}

/** What is asked of a template before its video is made. */
type UsedTemplate = Pick<Template, 'needs' | 'defaults'>

/** Brings the files of a render into its work folder: those of its song, or of all songs of its album, and of its brand. */
export async function gatherWork(
  services: GatherDeps,
  work: RenderWork,
  template: UsedTemplate,
  gather: Gather,
): Promise<GatheredFiles | GatheredAlbum> {
  const needs = addBackground(template.needs, work.background)
  const gathered = await gatherSongs(services, work, needs, gather)
  const brand = findWorn(work, template)
  return brand ? addBrand(services, work.orgId, { gathered, brand }, gather) : gathered
}

function findWorn(work: RenderWork, template: UsedTemplate): WornBrand | undefined {
  return work.brand ? describeWorn(work.brand, { template, isAlbum: isOfAlbum(work) }) : undefined
}

async function gatherSongs(
  services: GatherDeps,
  work: RenderWork,
  needs: TemplateNeeds,
  gather: Gather,
): Promise<GatheredFiles | GatheredAlbum> {
  if (!isOfAlbum(work)) {
    const gathered = await gatherFiles(services, work, needs, gather)
    const tracks = await findTracks(services.db, work, needs)
    return tracks ? { ...gathered, used: { ...gathered.used, tracks } } : gathered
  }
  return gatherAlbum(services, { work, songs: await listSongs(services.db, work) }, needs, gather)
}

/** The songs of the album, for a template that lists them and whose order does not. */
export async function findTracks(
  db: Db,
  { orgId, mediaId, requiredData }: Pick<RenderWork, 'orgId' | 'mediaId' | 'requiredData'>,
  { tracks }: TemplateNeeds,
): Promise<string[] | undefined> {
  return tracks && requiredData.tracks === undefined ? listTitles(db, orgId, mediaId) : undefined
}

function isOfAlbum({ albumOrder }: RenderWork): boolean {
  return albumOrder?.kind === 'VIDEO' || albumOrder?.kind === 'SAMPLER'
}

async function listSongs(db: Db, { orgId, albumOrder }: RenderWork): Promise<Song[]> {
  const songs: Song[] = []
  for (const mediaId of albumOrder?.mediaIds ?? []) {
    const song = await findSong(db, orgId, mediaId)
    if (!song) throw goneSong(mediaId)
    songs.push(song)
  }
  return songs
}

/** One file that several songs share is fetched once. */
async function gatherAlbum(
  services: GatherDeps,
  { work, songs }: { work: RenderWork; songs: readonly Song[] },
  needs: TemplateNeeds,
  gather: Gather,
): Promise<GatheredAlbum> {
  const known = new Map<string, FoundFile>()
  const chapters: ChapterPlan[] = []
  const used: UsedSong[] = []
  const hashes: GatheredFiles['hashes'] = {}
  let songSecs: number | null = 0
  for (const [place, song] of songs.entries()) {
    const { orgId, contentId, requiredData } = work
    const one = await gatherFiles(services, { ...song, orgId, contentId, requiredData }, needs, {
      ...gather,
      known,
    })
    chapters.push({ files: one.files, song: nameSong(song) })
    const mediaId = work.albumOrder?.mediaIds[place] ?? work.mediaId
    used.push({ mediaId, ...nameSong(song), isrc: null, ...one.used })
    for (const [role, hash] of Object.entries(one.hashes)) hashes[`${place}.${role}`] = hash
    songSecs = one.songSecs === null || songSecs === null ? null : songSecs + one.songSecs
  }
  const found = [...known.values()]
  return { files: { clips: [] }, chapters, songs: used, hashes, songSecs, found }
}

function nameSong({ title, artist, album }: Song): Pick<Song, 'title' | 'artist' | 'album'> {
  return { title, artist, album }
}

function goneSong(mediaId: string): WorkError {
  return new WorkError('AUDIO_MISSING', {
    seen: `The song ${mediaId} of the album was deleted.`,
    advice: 'Restore it, or make the video again without it.',
    field: 'mediaIds',
  })
}
