import type { MediaPatch } from '@songreel/contract'
import type { MediaFields } from '../store/media.ts'
import { insertPlugin } from '../store/plugins.ts'
import type { Db } from '../store/schema.ts'
import { type CatalogueDeps, createAssets, createLyricsAsset } from './asset-records.ts'
import type { FieldNames } from './field-names.ts'
import { readPlatformLink } from './platform-link.ts'

/** The fields of a song that name files or links; undefined leaves one as it is, null empties it. */
type FileInput = Omit<MediaPatch, 'name' | 'isrc'>
type MadeFields = Partial<Omit<MediaFields, 'name' | 'isrc'>>

const FILE_FIELDS = [
  { field: 'imageUrl', kind: 'IMAGE', target: 'imageAssetId' },
  { field: 'audioUrl', kind: 'AUDIO', target: 'audioAssetId' },
  { field: 'lyricsUrl', kind: 'TEXT', target: 'lyricsAssetId' },
] as const
const LINK_FIELDS = [
  { field: 'videositeUrl', platform: 'VIDEOSITE', target: 'videositePluginId' },
  { field: 'streamerUrl', platform: 'STREAMER', target: 'streamerPluginId' },
  { field: 'storeMusicUrl', platform: 'STORE', target: 'storePluginId' },
] as const
const ALL_FIELDS = [...FILE_FIELDS, ...LINK_FIELDS, { field: 'lyricsText', target: 'lyricsAssetId' }] as const

/** Whether a song comes with anything that needs a record of its own. */
export function namesFiles(input: FileInput): boolean {
  return Boolean(input.videoUrls?.length) || ALL_FIELDS.some(({ field }) => typeof input[field] === 'string')
}

/** Makes the assets and platform links that a song names, and returns what its record has to point to. */
export async function createMediaFiles(
  services: CatalogueDeps,
  db: Db,
  { orgId, input, fieldName }: { orgId: string; input: FileInput; fieldName: FieldNames },
): Promise<MadeFields> {
  const made = { ...emptiedBy(input), ...(await createFiles(services, db, { orgId, input, fieldName })) }
  if (typeof input.lyricsText === 'string') {
    const lyrics = { field: fieldName('lyricsText'), text: input.lyricsText }
    made.lyricsAssetId = await createLyricsAsset(services, db, orgId, lyrics)
  }
  for (const { field, platform, target } of LINK_FIELDS) {
    const url = input[field]
    if (typeof url !== 'string') continue
    made[target] = await insertPlugin(db, orgId, { platform, url, ...readPlatformLink(platform, url) })
  }
  return made
}

function emptiedBy(input: FileInput): MadeFields {
  const emptied: MadeFields = input.videoUrls === null ? { videoAssetIds: [] } : {}
  for (const { field, target } of ALL_FIELDS) if (input[field] === null) emptied[target] = null
  return emptied
}

/** All files of the song in one INSERT and one entry in the queue. */
async function createFiles(
  services: CatalogueDeps,
  db: Db,
  { orgId, input, fieldName }: { orgId: string; input: FileInput; fieldName: FieldNames },
): Promise<MadeFields> {
  const single = FILE_FIELDS.flatMap(({ field, ...rest }) => {
    const url = input[field]
    return typeof url === 'string' ? [{ field: fieldName(field), url, ...rest }] : []
  })
  const videos = (input.videoUrls ?? []).map((url, index) => ({
    field: fieldName(`videoUrls[${index}]`),
    kind: 'VIDEO' as const,
    url,
  }))
  const assetIds = await createAssets(services, db, orgId, [...single, ...videos])
  const made: MadeFields = {}
  for (const [index, { target }] of single.entries()) made[target] = assetIds[index]
  if (input.videoUrls) made.videoAssetIds = assetIds.slice(single.length)
  return made
}
