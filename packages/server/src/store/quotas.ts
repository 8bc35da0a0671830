import type { Quota, QuotaMeasure, QuotaPatch } from '@songreel/contract'
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '../errors.ts'
import { changeOrganization } from './organizations.ts'
import type { Db } from './schema.ts'
import { onlyRow, statement } from './statement.ts'
import { OPEN_RENDER_STATUSES } from './statuses.ts'
import type { Tx } from './transaction.ts'

/** What an organization may have made in a month; null: as much as it likes. */
export type QuotaLimits = Record<QuotaMeasure, number | null>

const COLUMNS = ['quota_videos as videos', 'quota_secs as secs', 'quota_bytes as bytes'] as const

/** Roughly, and rather too much: bytes for a pixel of a video, by its format (docs/decisions/0036-grain-that-survives.md). */
const BYTES_PER_PIXEL = { MP4: 0.02, WEBM: 0.02, GIF: 0.2, MOV: 0.3 }

const lockLimits = statement<QuotaLimits>(
  `select quota_videos as videos, quota_secs as secs, quota_bytes as bytes from organizations
   where org_id = $orgId and num_nonnulls(quota_videos, quota_secs, quota_bytes) > 0 for no key update`,
)

/**
 * The limits of an organization, if it has any: then nobody else adds to what it has made until the transaction ends, so
 * that two who would fit alone and not together do not both get in.
 */
export async function lockQuota(transaction: Tx, orgId: string): Promise<QuotaLimits | undefined> {
  const [limits] = await lockLimits(transaction, { orgId })
  return limits
}

/** The limits of an organization; all of them are null where there are none. */
export async function getQuotaLimits(db: Db, orgId: string): Promise<QuotaLimits> {
  const row = await db
    .selectFrom('organizations')
    .select(COLUMNS)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (!row) throw notFound('ORGANIZATION_NOT_FOUND', orgId)
  return row
}

/** Sets limits; those that are left out stay as they are. */
export async function updateQuotaLimits(db: Db, orgId: string, patch: QuotaPatch): Promise<QuotaLimits> {
  const { videos, secs, bytes } = patch
  const changes = {
    ...(videos !== undefined && { quota_videos: videos }),
    ...(secs !== undefined && { quota_secs: secs }),
    ...(bytes !== undefined && { quota_bytes: bytes }),
  }
  await changeOrganization(db, orgId, changes)
  return getQuotaLimits(db, orgId)
}

type Amounts = Record<QuotaMeasure, number>

/**
 * How much of its quota an organization has taken: what was completed in this month, by UTC, and what is under way, which
 * may end in this month. A render that fails or is canceled is neither.
 */
export async function readQuota(db: Db, orgId: string, limits: QuotaLimits): Promise<Quota> {
  const { rows } = await sql<{ used: Amounts; open: Amounts; resetsAt: string }>`
    select
      (select json_build_object('videos', count(*), 'secs', coalesce(sum(secs), 0), 'bytes', coalesce(sum(bytes), 0))
        from usage_entries where org_id = ${orgId} and is_made and ended_at >= ${MONTH}) as used,
      (select json_build_object('videos', count(*), 'secs', coalesce(sum(${PLANNED_SECS}), 0),
          'bytes', ceil(coalesce(sum(${plannedBytes()}), 0)))
        from batches join renders using (batch_id)
        where batches.org_id = ${orgId} and batches.finished_at is null and not batches.is_test
          and renders.status in (${sql.join(OPEN_RENDER_STATUSES)})) as open,
      (${MONTH_OF_UTC} + interval '1 month') at time zone 'UTC' as "resetsAt"
  `.execute(db)
  const { used, open, resetsAt } = onlyRow(rows)
  const share = (name: QuotaMeasure) => ({ limit: limits[name], used: used[name], open: open[name] })
  return { resetsAt, videos: share('videos'), secs: share('secs'), bytes: share('bytes') }
}

const MONTH_OF_UTC = sql`date_trunc('month', now() at time zone 'UTC')`
const MONTH = sql`${MONTH_OF_UTC} at time zone 'UTC'`
const PLANNED_SECS = sql`frames / (video_settings->>'fps')::float8`

function plannedBytes(): RawBuilder<number> {
  const rates = JSON.stringify(BYTES_PER_PIXEL)
  return sql`width::float8 * height * frames * (${rates}::jsonb->>(video_settings->>'format'))::float8`
}
