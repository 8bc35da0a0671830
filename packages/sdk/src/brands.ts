import { type Catalogue, createCatalogue } from './catalogue.ts'
import type { Brand, BrandCreated, BrandDeleted, BrandFilter, BrandInput, BrandPatch } from './records.ts'
import type { Transport } from './transport.ts'

type BrandTypes = {
  input: BrandInput
  patch: BrandPatch
  filter: BrandFilter
  created: BrandCreated
  record: Brand
  updated: Brand
  deleted: BrandDeleted
}

export type Brands = Catalogue<BrandTypes>

export function createBrands(transport: Transport): Brands {
  return createCatalogue<BrandTypes>(transport, '/v1/brands', 'brandId')
}
