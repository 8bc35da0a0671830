import type { BRAND_FIELDS, Brand, BrandCreated, BrandQuery, ListedBrand, Page } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import { assignments } from './assignments.ts'
import { dropLiving, isListed, selectDeletedAt } from './deletion.ts'
import { containsPattern, foldText, nameColumns } from './fold-text.ts'
import { newRecord } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import { BRAND_COLUMNS, type Kept } from './record-columns.ts'
import type { Db } from './schema.ts'
import { type Source, statement } from './statement.ts'

/** What a brand decides besides its files. */
export type BrandLook = Pick<Brand, 'colors' | 'logo' | 'endCard'>

/** What a brand keeps. */
export type BrandFields = { name: string } & Kept<typeof BRAND_FIELDS> & BrandLook

/** The columns of a brand, for a SELECT. */
export const BRAND_SELECT = `brands.brand_id as "brandId", brands.name, ${BRAND_COLUMNS.selected('brands')}, brands.colors, brands.logo,
  brands.end_card as "endCard"`

const findLive = statement<Brand>(
  `select ${BRAND_SELECT} from brands where brand_id = $brandId and org_id = $orgId and deleted_at is null`,
)
const insert = statement(
  `insert into brands (brand_id, org_id, name, name_key, ${BRAND_COLUMNS.names}, colors, logo, end_card, created_at)
   values ($brandId, $orgId, $name, $nameKey, ${BRAND_COLUMNS.values('kept')}, $colors, $logo, $endCard, $createdAt)`,
)

type Listed = Brand & { deletedAt: string | null }

const LIST: List<Listed> = {
  idKind: 'brand',
  read: readText(`select ${BRAND_SELECT}, ${selectDeletedAt()} from brands`),
  from: 'brands',
  idColumn: 'brand_id',
  orgColumn: 'org_id',
  idOf: (brand) => brand.brandId,
}

/** Stores a new brand; a field that is not given is empty. */
export async function insertBrand(
  db: Db,
  orgId: string,
  { name, colors, logo, endCard, ...given }: Pick<BrandFields, 'name'> & Partial<BrandFields>,
): Promise<BrandCreated> {
  const { id: brandId, createdAt } = newRecord('brand')
  const kept = BRAND_COLUMNS.fill(given)
  const look = { colors: toJson(colors), logo: toJson(logo), endCard: toJson(endCard) }
  await insert(db, { brandId, orgId, name, nameKey: foldText(name), kept, ...look, createdAt })
  return { brandId, name }
}

/** One living brand. */
export async function getBrand(source: Source, orgId: string, brandId: string): Promise<Brand> {
  const [brand] = await findLive(source, { brandId, orgId })
  if (!brand) throw notFound('BRAND_NOT_FOUND', brandId)
  return brand
}

/** Refuses a brand that is not there, in the field that names it. */
export async function demandBrand(
  source: Source,
  orgId: string,
  { brandId, field }: { brandId: string; field: string },
): Promise<void> {
  const [brand] = await findLive(source, { brandId, orgId })
  if (!brand) throw notFound('BRAND_NOT_FOUND', brandId, field)
}

/** Changes what is given and nothing else. */
export async function changeBrand(
  db: Db,
  orgId: string,
  brandId: string,
  { name, colors, logo, endCard, ...given }: Partial<BrandFields>,
): Promise<Brand> {
  const changes = assignments({
    ...nameColumns(name),
    ...BRAND_COLUMNS.changes(given),
    ...(colors !== undefined && { colors: toJson(colors) }),
    ...(logo !== undefined && { logo: toJson(logo) }),
    ...(endCard !== undefined && { end_card: toJson(endCard) }),
  })
  if (!changes) return getBrand(db, orgId, brandId)
  const { rows } = await sql<Brand>`
    update brands set ${changes}
    where brand_id = ${brandId} and org_id = ${orgId} and deleted_at is null
    returning ${sql.raw(BRAND_SELECT)}
  `.execute(db)
  if (!rows[0]) throw notFound('BRAND_NOT_FOUND', brandId)
  return rows[0]
}

/** The living brands, newest first, or the deleted ones. */
export async function listBrands(
  db: Db,
  orgId: string,
  query: BrandQuery,
  retentionDays: number,
): Promise<Page<ListedBrand>> {
  const conditions: Condition[] = [isListed(query, retentionDays)]
  if (query.q !== undefined) conditions.push(sql`name_key like ${containsPattern(query.q)}`)
  if (query.ids !== undefined) conditions.push(sql`brand_id = any(${query.ids})`)
  const page = await readPage(db, LIST, { orgId, query, conditions })
  return { ...page, items: page.items.map(dropLiving) }
}

function toJson(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
