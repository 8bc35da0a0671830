import type { Warning } from '@songreel/contract'
import { demandBrand } from '../../store/brands.ts'
import type { ChosenBrand } from '../../store/choose-brand.ts'
import type { Tx } from '../../store/transaction.ts'
import { chooseHeld, findHeldBrands, type HeldBrand, type HeldBrands } from '../../store/worn-brands.ts'
import type { PlannedRender } from './plan-renders.ts'

/** A video that is to be made, and whose it is. */
type Undressed = { artistId: string; video: Pick<PlannedRender, 'entry' | 'brandId' | 'brandSource'> }

/** The brand of each video, in their order, and what was passed over. */
export type DressedRenders = { brands: ChosenBrand[]; warnings: Warning[] }

/** Finds the brand that each video would wear now. One that an order names has to be there. */
export async function dressRenders(
  transaction: Tx,
  orgId: string,
  videos: readonly Undressed[],
): Promise<DressedRenders> {
  await demandOrdered(transaction, orgId, videos)
  const artistIds = videos.map(({ artistId }) => artistId)
  const held = await findHeldBrands(transaction, orgId, artistIds)
  const brands = videos.map(({ artistId, video }) => chooseHeld(video, held, artistId))
  return { brands, warnings: listPassedOver(videos, held) }
}

async function demandOrdered(transaction: Tx, orgId: string, videos: readonly Undressed[]): Promise<void> {
  const fields = new Map<string, string>()
  for (const { video } of videos) {
    const { entry, brandId, brandSource } = video
    if (brandId === null || fields.has(brandId)) continue
    fields.set(brandId, brandSource === 'RENDER' ? `renders[${entry}].brandId` : 'serviceParams.brandId')
  }
  for (const [brandId, field] of fields) await demandBrand(transaction, orgId, { brandId, field })
}

/** Who has a brand that was deleted is told that it is not worn. */
function listPassedOver(videos: readonly Undressed[], { organization, artists }: HeldBrands): Warning[] {
  const inheriting = videos.filter(({ video }) => video.brandSource === null)
  if (inheriting.length === 0) return []
  const ofArtists = [...new Set(inheriting.map(({ artistId }) => artistId))].map((artistId) => ({
    held: artists.get(artistId),
    owner: `the artist ${artistId}`,
  }))
  // The organization's counts only for videos whose artist has none.
  const isAsked = inheriting.some(({ artistId }) => artists.get(artistId)?.isDeleted !== false)
  const all = [...ofArtists, ...(isAsked ? [{ held: organization, owner: 'the organization' }] : [])]
  return all.flatMap(({ held, owner }) => (held?.isDeleted ? [describe(held, owner)] : []))
}

function describe({ brandId, name }: HeldBrand, owner: string): Warning {
  const message = `The brand "${name}" (${brandId}) of ${owner} was deleted, so it is not worn. Restore it, or set another.`
  return { field: 'brandId', message }
}
