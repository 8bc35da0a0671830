import {
  type Brand,
  type BrandCreated,
  type BrandInput,
  BrandLogo,
  type BrandPatch,
} from '@songreel/contract'
import { notFound } from '../errors.ts'
import { type BrandLook, changeBrand, getBrand, insertBrand } from '../store/brands.ts'
import { lockLive } from '../store/deletion.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import type { CatalogueDeps } from './asset-records.ts'
import { asSent } from './field-names.ts'
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
      ...merge('colors', now.colors, colors),
      ...merge('logo', now.logo ?? DEFAULT_LOGO, logo),
      ...merge('endCard', now.endCard, endCard),
    })
  })
}

const DEFAULT_LOGO = BrandLogo.parse({})

/** What a part becomes: nothing sent leaves it, null empties it, and in an object each field is sent, left or emptied. */
function merge<Part extends keyof BrandLook>(
  part: Part,
  now: BrandLook[Part],
  sent: object | null | undefined,
): Partial<BrandLook> {
  if (sent === undefined) return {}
  if (sent === null) return { [part]: null }
  const entries = Object.entries({ ...now, ...sent }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return { [part]: Object.fromEntries(entries) }
}
