import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MEDIA_FIELDS, type Media, type MediaPatch } from '@songreel/contract'
import fc from 'fast-check'
import { aMedia, createSong } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { getAsset } from '../store/assets.ts'
import { getMedia } from '../store/media.ts'
import { getPlugin } from '../store/plugins.ts'
import { MEDIA_COLUMNS } from '../store/record-columns.ts'
import { createMedia, updateMedia } from './media.ts'

const { api, services, orgId } = await startService({ after })
const { db, config } = services
const { mediaBundleId } = await createSong(api)

/** What a song would be if only its requests counted: the address or text behind each of its fields. */
type Model = Required<{
  [Field in keyof Omit<MediaPatch, 'lyricsUrl' | 'lyricsText'>]: MediaPatch[Field] | null
}> & {
  lyrics: string | null
}

/** The fields that are kept as they are; a recording code is a text like any other, too. */
const TEXTS = Object.entries(MEDIA_FIELDS).flatMap(([name, { kind }]) => (kind === 'TEXT' ? [name] : []))

const url = fc.constantFrom('a', 'b', 'c').map((name) => `https://cdn.example.com/${name}`)
const change = <Value>(value: fc.Arbitrary<Value>) => fc.option(value)

/** Any mixture of fields, each sent, cleared or left out; the two kinds of lyrics never both with a value. */
const patch: fc.Arbitrary<MediaPatch> = fc
  .record(
    {
      name: fc.constantFrom('One', 'Two', 'Three'),
      ...Object.fromEntries(
        TEXTS.map((name) => [name, change(fc.constantFrom('USRC17607839', 'GBAYE0000351'))]),
      ),
      imageUrl: change(url),
      audioUrl: change(url),
      videoUrls: change(fc.array(url, { maxLength: 3 })),
      videositeUrl: change(url),
      streamerUrl: change(url),
      storeMusicUrl: change(url),
      lyricsUrl: change(url),
      lyricsText: change(fc.constantFrom('la', 'la la')),
    },
    { requiredKeys: [] },
  )
  .filter(({ lyricsUrl, lyricsText }) => !(lyricsUrl && lyricsText))

test('any sequence of updates leaves a song as its last words about each field say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(patch, { minLength: 1, maxLength: 6 }), async (patches) => {
      const { mediaId } = await createMedia(services, db, orgId, aMedia({ mediaBundleId }))
      let model: Model = { ...EMPTY, name: 'Tin Lanterns' }
      let media = await getMedia(db, orgId, mediaId, config.retentionDays)
      for (const next of patches) {
        const before = media
        media = await updateMedia(services, db, { orgId, mediaId, patch: next })
        model = applyTo(model, next)
        assert.deepEqual(await describe(media), model)
        assertNewIds(before, media, next)
      }
      assert.deepEqual(await getMedia(db, orgId, mediaId, config.retentionDays), media)
    }),
    { numRuns: 25 },
  )
})

const EMPTY: Omit<Model, 'name'> = {
  ...(Object.fromEntries(TEXTS.map((name) => [name, null])) as ReturnType<typeof MEDIA_COLUMNS.pickTexts>),
  imageUrl: null,
  audioUrl: null,
  videoUrls: [],
  videositeUrl: null,
  streamerUrl: null,
  storeMusicUrl: null,
  lyrics: null,
}

function applyTo(model: Model, { lyricsUrl, lyricsText, videoUrls, ...rest }: MediaPatch): Model {
  const isLyricsSent = lyricsUrl !== undefined || lyricsText !== undefined
  return {
    ...model,
    ...rest,
    ...(videoUrls !== undefined && { videoUrls: videoUrls ?? [] }),
    ...(isLyricsSent && { lyrics: lyricsUrl ?? lyricsText ?? null }),
  }
}

/** The model that the records in the database add up to. */
async function describe(media: Media): Promise<Model> {
  const source = async (assetId: string | null | undefined) =>
    assetId ? (await getAsset(db, orgId, assetId)).sourceUrl : null
  const link = async (pluginId: string | null) =>
    pluginId ? (await getPlugin(db, orgId, pluginId)).url : null
  const lyrics = media.textAssetsIds.LYRICS && (await getAsset(db, orgId, media.textAssetsIds.LYRICS))
  return {
    name: media.name,
    ...MEDIA_COLUMNS.pickTexts(media),
    imageUrl: await source(media.imageAssetId),
    audioUrl: await source(media.audioAssets.DEFAULT),
    videoUrls: (await Promise.all(media.videoAssets.map(({ id }) => source(id)))) as string[],
    videositeUrl: await link(media.videositePluginId),
    streamerUrl: await link(media.streamerPluginId),
    storeMusicUrl: await link(media.storePluginId),
    lyrics: lyrics ? (lyrics.sourceUrl ?? 'la la'.slice(0, lyrics.bytes as number)) : null,
  }
}

/** An address that is sent always gives a new id, even the same address; one that is not sent keeps its id. */
function assertNewIds(before: Media, after: Media, sent: MediaPatch): void {
  const ids = ({ imageAssetId, audioAssets, storePluginId, videoAssets }: Media) => ({
    imageUrl: imageAssetId,
    audioUrl: audioAssets.DEFAULT ?? null,
    storeMusicUrl: storePluginId,
    videoUrls: videoAssets[0]?.id ?? null,
  })
  const [old, now] = [ids(before), ids(after)]
  for (const field of Object.keys(old) as (keyof typeof old)[]) {
    if (sent[field] === undefined) assert.equal(now[field], old[field], `${field} was not sent`)
    else if (now[field] !== null) assert.notEqual(now[field], old[field], `${field} was sent`)
  }
}
