import { sql } from 'kysely'
import type { Db } from '../services.ts'

/** For how long the oldest job of each kind has waited beyond its time; kinds without any are left out. */
export async function findOldestWaits(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; secs: number }>`
    select name, extract(epoch from now() - min(start_after))::float8 as secs from pgboss.job
    where state < 'active' and start_after <= now()
    group by name
  `.execute(db)
  return Object.fromEntries(rows.map(({ name, secs }) => [name, secs]))
}
