import type { OrganizationPatch } from '@songreel/contract'
import type { Updateable } from 'kysely'
import { notFound } from '../errors.ts'
import { newId } from './new-id.ts'
import type { Database, Db } from './schema.ts'

/** An organization as stored; its token is elsewhere, as a hash. */
export type OrganizationRow = {
  orgId: string
  name: string
  webhookUrl: string | null
  brandId: string | null
}

const COLUMNS = ['org_id as orgId', 'name', 'webhook_url as webhookUrl', 'brand_id as brandId'] as const

/** Makes an organization. */
export async function insertOrganization(
  db: Db,
  input: { name: string; webhookUrl?: string },
): Promise<OrganizationRow> {
  return db
    .insertInto('organizations')
    .values({ org_id: newId('organization'), name: input.name, webhook_url: input.webhookUrl ?? null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** One organization. */
export async function getOrganization(db: Db, orgId: string): Promise<OrganizationRow> {
  const row = await db
    .selectFrom('organizations')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (!row) throw notFound('ORGANIZATION_NOT_FOUND', orgId)
  return row
}

/** The one that was made at first start. */
export async function findFirstOrganization(db: Db): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').select(COLUMNS).orderBy('org_id').limit(1).executeTakeFirst()
}

/** Changes what is sent and nothing else. */
export async function updateOrganization(
  db: Db,
  orgId: string,
  patch: OrganizationPatch,
): Promise<OrganizationRow> {
  const changes = {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.webhookUrl !== undefined && { webhook_url: patch.webhookUrl }),
    ...(patch.brandId !== undefined && { brand_id: patch.brandId }),
  }
  await changeOrganization(db, orgId, changes)
  return getOrganization(db, orgId)
}

/** Sets columns of an organization; nothing happens where there is none. */
export async function changeOrganization(
  db: Db,
  orgId: string,
  changes: Updateable<Database['organizations']>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await db.updateTable('organizations').set(changes).where('org_id', '=', orgId).execute()
}
