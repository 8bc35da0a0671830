import type { Asset, BatchRecord, BatchRender } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { useRead } from '../data/use-read.ts'
import './failure.css'
import { findNoun, removeField } from '../format/failure-words.ts'

type Failed = {
  batch: Pick<BatchRecord, 'mediaId' | 'mediaBundleId' | 'artistId'>
  /** The song, where the batch has several. */
  mediaId?: string
  error: NonNullable<BatchRender['error']>
}

/** Why a video could not be made, as a sentence, with the file that was at fault. */
export function FailureWords({ batch, mediaId, error }: Failed) {
  return (
    <>
      <span>{removeField(error.message, error.field)}</span>
      {findNoun(error.field) && (
        <FailedFile key={error.field} batch={batch} mediaId={mediaId} error={error} />
      )}
    </>
  )
}

function FailedFile({ batch, mediaId, error }: Failed) {
  const song = { ...batch, mediaId: mediaId ?? batch.mediaId }
  const { value: asset, error: lack } = useRead(() => findAsset(song, error.field ?? ''))
  const link = asset?.sourceUrl
  // Its line is kept while it is read, so that nothing jumps.
  if (!asset && !lack) return <span class="failed-file">{'\u00a0'}</span>
  if (!link) return null
  const { host, pathname } = new URL(link, location.origin)
  const isOwn = pathname.startsWith('/v1/uploads/')
  const name = isOwn ? 'the file that was uploaded' : host + decode(pathname)
  return (
    <span class="failed-file">
      <a href={isOwn ? pathname : link} title={name} target="_blank" rel="noreferrer noopener">
        {name}
      </a>
    </span>
  )
}

/** The file that a field of the song, its album or its artist stands for. */
async function findAsset(batch: Failed['batch'], field: string): Promise<Asset | undefined> {
  const assetId = await findAssetId(batch, field)
  return assetId ? songreel.assets.get(assetId) : undefined
}

async function findAssetId({ mediaId, mediaBundleId, artistId }: Failed['batch'], field: string) {
  if (field.startsWith('mediaBundle.')) return (await songreel.mediaBundles.get(mediaBundleId)).imageAssetId
  if (field.startsWith('artist.')) return (await songreel.artists.get(artistId)).imageAssetId
  if (mediaId === null) return undefined
  const { audioAssets, imageAssetId, textAssetsIds, videoAssets } = await songreel.media.get(mediaId)
  if (/audio/.test(field)) return audioAssets.DEFAULT
  if (/lyrics/.test(field)) return textAssetsIds.LYRICS
  const [, index] = /videoUrls\[(\d+)\]/.exec(field) ?? []
  return index === undefined ? imageAssetId : videoAssets[Number(index)]?.id
}

/** As people read it, where it can be read. */
function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
