import type { Brand, BrandCreated, BrandInput, BrandPatch } from '@songreel/contract'
import { notFound } from '../errors.ts'
import { changeBrand, getBrand, insertBrand } from '../store/brands.ts'
import { lockLive } from '../store/deletion.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import type { CatalogueDeps } from './asset-records.ts'
import { asSent } from './field-names.ts'
import { mergeLook } from './merge-look.ts'
import { demandVersion } from './record-tag.ts'
import { BRAND, createValues } from './record-values.ts'

/** Makes a brand; its files are fetched in the background. */
export function createBrand(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  { name, colors, logo, endCard, ...input }: BrandInput,
): Promise<BrandCreated> {
  return inTransaction(db, async (transaction) => {
    const kept = await createValues(services, transaction, orgId, { sorted: BRAND, input, fieldName: asSent })
    const look = { colors: colors ?? null, logo: logo ?? null, endCard: endCard ?? null }
    return insertBrand(transaction, orgId, { ...kept, ...look, name })
  })
}

type Update = { orgId: string; brandId: string; patch: BrandPatch; ifMatch?: string }

/** Changes what is sent; a new file gets a new asset, even from the same address. */
export function updateBrand(
  services: CatalogueDeps,
  db: Db,
  { orgId, brandId, patch, ifMatch }: Update,
): Promise<Brand> {
  const { name, colors, logo, endCard, ...input } = patch
  return inTransaction(db, async (transaction) => {
    const brand = { orgId, table: 'brands', column: 'brand_id', id: brandId } as const
    if (!(await lockLive(transaction, brand, 'own'))) throw notFound('BRAND_NOT_FOUND', brandId)
    const now = await getBrand(transaction, orgId, brandId)
    demandVersion(ifMatch, now)
    const kept = await createValues(services, transaction, orgId, { sorted: BRAND, input, fieldName: asSent })
    return changeBrand(transaction, orgId, brandId, {
      ...kept,
      ...(name !== undefined && { name }),
      ...mergeLook(now, { colors, logo, endCard }),
    })
  })
}
