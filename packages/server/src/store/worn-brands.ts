import type { Brand } from '@songreel/contract'
import { sql } from 'kysely'
import { BRAND_SELECT } from './brands.ts'
import { type ChosenBrand, chooseBrand, readOrdered } from './choose-brand.ts'
import type { Db } from './schema.ts'
import type { FileNow } from './songs-now.ts'
import { statement } from './statement.ts'

/** A brand that an artist or the organization has; a deleted one is passed over. */
export type HeldBrand = { brandId: string; name: string; isDeleted: boolean }

/** The brands that an organization and some of its artists have. */
export type HeldBrands = { organization?: HeldBrand; artists: Map<string, HeldBrand> }

const findHeld = statement<HeldBrand & { artistId: string | null }>(
  `select null as "artistId", brand_id as "brandId", brands.name, brands.deleted_at is not null as "isDeleted"
   from organizations join brands using (org_id, brand_id) where organizations.org_id = $orgId
   union all
   select artist_id, brand_id, brands.name, brands.deleted_at is not null
   from artists join brands using (org_id, brand_id)
   where artists.org_id = $orgId and artist_id = any($artistIds::text[])`,
)
const findOne = statement<Brand>(
  // Also a deleted one: an order that named it before wears it.
  `select ${BRAND_SELECT} from brands where org_id = $orgId and brand_id = $brandId`,
)

/** Reads them. */
export async function findHeldBrands(db: Db, orgId: string, artistIds: string[]): Promise<HeldBrands> {
  const rows = await findHeld(db, { orgId, artistIds: [...new Set(artistIds)] })
  const artists = new Map<string, HeldBrand>()
  let organization: HeldBrand | undefined
  for (const { artistId, ...held } of rows) {
    if (artistId === null) organization = held
    else artists.set(artistId, held)
  }
  return { artists, ...(organization && { organization }) }
}

/** The brand that a video wears which is made now: what its order named, or what its artist and the organization have. */
export function chooseHeld(order: ChosenBrand, held: HeldBrands, artistId: string | undefined): ChosenBrand {
  return chooseBrand({
    ...readOrdered(order),
    artist: liveId(artistId === undefined ? undefined : held.artists.get(artistId)),
    organization: liveId(held.organization),
  })
}

function liveId(held: HeldBrand | undefined): string | undefined {
  return held && !held.isDeleted ? held.brandId : undefined
}

/** The same with its record; null where it wears none. */
export async function findWornBrand(
  db: Db,
  orgId: string,
  { artistId, ...order }: ChosenBrand & { artistId: string | undefined },
): Promise<Brand | null> {
  const held = await findHeldBrands(db, orgId, artistId === undefined ? [] : [artistId])
  const { brandId } = chooseHeld(order, held, artistId)
  if (brandId === null) return null
  const [brand] = await findOne(db, { orgId, brandId })
  return brand ?? null
}

/** A living brand, with what is known of its files, by their ids. */
export type BrandNow = Brand & { files: Record<string, FileNow> }

/** Those of the brands that are not deleted, by their ids. */
export async function readBrandsNow(
  db: Db,
  orgId: string,
  brandIds: string[],
): Promise<Map<string, BrandNow>> {
  if (brandIds.length === 0) return new Map()
  const { rows } = await sql<BrandNow>`
    select ${sql.raw(BRAND_SELECT)},
      (select coalesce(json_object_agg(asset_id,
          json_build_object('assetId', asset_id, 'sha256', sha256, 'status', assets.status)), '{}')
        from assets where assets.org_id = brands.org_id and asset_id = any(brands.asset_ids)) as files
    from brands where org_id = ${orgId} and brand_id = any(${[...new Set(brandIds)]}) and deleted_at is null
  `.execute(db)
  return new Map(rows.map((brand) => [brand.brandId, brand]))
}
