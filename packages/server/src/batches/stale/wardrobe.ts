import type { Template } from '@songreel/kit'
import { describeWorn } from '../../assets/worn-brand.ts'
import { readOrdered } from '../../store/choose-brand.ts'
import type { LatestVideo } from '../../store/renders/song-renders.ts'
import type { Db } from '../../store/schema.ts'
import type { SongNow } from '../../store/songs-now.ts'
import { chooseHeld, findHeldBrands, readBrandsNow } from '../../store/worn-brands.ts'
import type { WornNow } from './find-stale-reasons.ts'

type Made = { videos: LatestVideo[]; songs: Map<string, SongNow> }

/** What a video would wear now, and what its order would name to get it: undefined leaves it to artist and organization. */
type Dress = { brand: WornNow | undefined; brandId: string | null | undefined }

/** The brands that some videos would wear if they were made now. One that was ordered and is deleted leaves its place to the next. */
export async function openWardrobe(
  db: Db,
  orgId: string,
  { videos, songs }: Made,
): Promise<{ dress(video: LatestVideo, template: Pick<Template, 'defaults'>): Dress }> {
  const artistIds = [...songs.values()].map(({ artistId }) => artistId)
  const held = await findHeldBrands(db, orgId, artistIds)
  const heldIds = [held.organization, ...held.artists.values()].map((brand) => brand?.brandId)
  const orderedIds = videos.map(({ brandId }) => brandId)
  const brandIds = [...heldIds, ...orderedIds].filter((brandId) => typeof brandId === 'string')
  const brands = await readBrandsNow(db, orgId, brandIds)

  return {
    dress(video, template) {
      const isGone = video.brandId !== null && !brands.has(video.brandId)
      const order = isGone ? { brandId: null, brandSource: null } : video
      const artistId = songs.get(video.mediaId)?.artistId
      const brand = brands.get(chooseHeld(order, held, artistId).brandId ?? '')
      const isAlbum = video.album?.kind === 'VIDEO' || video.album?.kind === 'SAMPLER'
      const { render, batch } = readOrdered(order)
      return {
        brand: brand && { ...describeWorn(brand, { template, isAlbum }), known: brand.files },
        brandId: render === undefined ? batch : render,
      }
    },
  }
}
