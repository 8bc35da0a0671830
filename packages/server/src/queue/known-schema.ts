import type { PgBoss } from 'pg-boss'
import { StartError } from '../start-error.ts'

/**
 * The pg-boss whose tables job-table.ts was written for. Whoever raises the version reads what its migrations change, and
 * then changes this.
 */
export const KNOWN_PG_BOSS = { version: '12.35.0', schema: 43 }

/** The columns of pgboss.job that job-table.ts names. Of an enum its values in their order, because states are compared by it. */
export const KNOWN_COLUMNS: Record<string, string> = {
  id: 'uuid not null',
  name: 'text not null',
  data: 'jsonb',
  state: '(created, retry, active, completed, cancelled, failed) not null',
  start_after: 'timestamp with time zone not null',
}

const SEEN_COLUMNS = `
  select attname as name,
    coalesce(
      (select '(' || string_agg(enumlabel, ', ' order by enumsortorder) || ')' from pg_enum where enumtypid = atttypid),
      format_type(atttypid, atttypmod)
    ) || case when attnotnull then ' not null' else '' end as type
  from pg_attribute
  where attrelid = to_regclass('pgboss.job') and attnum > 0 and not attisdropped`

/**
 * Refuses to work on tables that are not those we know: what pg-boss keeps in them is its own affair, and it may change
 * with any version. Asked when pg-boss has started, and so has brought older tables up to its version.
 */
export async function checkKnownSchema(boss: PgBoss): Promise<void> {
  const { version, schema } = KNOWN_PG_BOSS
  const known = `the tables of pg-boss ${version}, version ${schema}`
  const seen = await boss.schemaVersion()
  if (seen !== schema) {
    const message = `The queue's tables in this database (schema "pgboss") have version ${seen ?? 'none'}, and this Songreel knows ${known}. A newer Songreel, or another program with pg-boss, has used this database. Install that Songreel or a newer one, or give Songreel a database of its own (DATABASE_URL).`
    throw new StartError(seen !== null && seen > schema ? 'DATABASE_NEWER' : 'DATABASE_UNSUITABLE', {
      message,
    })
  }
  const { rows } = await boss.getDb().executeSql(SEEN_COLUMNS)
  const types = new Map(rows.map(({ name, type }: { name: string; type: string }) => [name, type]))
  const differences = Object.entries(KNOWN_COLUMNS)
    .filter(([name, type]) => types.get(name) !== type)
    .map(([name, type]) => `"${name}" is ${types.get(name) ?? 'missing'}, expected ${type}`)
  if (differences.length === 0) return
  const message = `The queue's table pgboss.job in this database was changed by hand or by another program; this Songreel knows ${known}: ${differences.join('; ')}. Restore a backup, or give Songreel a database of its own (DATABASE_URL).`
  throw new StartError('DATABASE_UNSUITABLE', { message })
}
