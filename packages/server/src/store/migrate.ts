import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../start-error.ts'

/** The folder of the service's own migrations. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program on the same database is likely to lock ("reel" in ASCII). */
const LOCK_KEY = 0x7265656c

type Migration = { name: string; sql: string; checksum: string }
type AppliedMigration = { name: string; checksum: string; program_version: string }
type Options = { databaseUrl: string; programVersion: string; log: Pick<Logger, 'info'>; folder?: string }

/**
 * Brings the tables up to date: every SQL file of the folder that was not applied yet, in the order of names, each in
 * a transaction of its own together with its record. Processes that start at once take turns. Returns the names.
 */
export async function migrate({ databaseUrl, programVersion, log, folder }: Options): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: `songreel ${process.pid}` })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    const applied = await readApplied(client)
    refuseNewerDatabase(applied, migrations, programVersion)
    refuseEdited(applied, migrations)
    const waiting = migrations.slice(applied.length)
    for (const migration of waiting) {
      await apply(client, migration, programVersion)
      log.info({ migration: migration.name }, 'migration applied')
    }
    return waiting.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** The migrations that this version knows, in their order. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(`
    create table if not exists songreel_migrations (
      name            text primary key,
      checksum        text not null,
      program_version text not null,
      applied_at      timestamptz(3) not null default now()
    )`)
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum, program_version from songreel_migrations order by name collate "C"',
  )
  return rows
}

function refuseNewerDatabase(applied: AppliedMigration[], migrations: Migration[], programVersion: string) {
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = applied.findLast((migration) => !known.has(migration.name))
  if (!newer) return
  const message = `This database was changed by Songreel ${newer.program_version} (${newer.name}), and this is Songreel ${programVersion}, which does not know that change. Install songreel@${newer.program_version} or newer.`
  throw new StartError('DATABASE_NEWER', { message })
}

/** Applied files and the folder's first files must be the same, one by one. */
function refuseEdited(applied: AppliedMigration[], migrations: Migration[]) {
  const wrong = migrations
    .slice(0, applied.length)
    .find(
      ({ name, checksum }, index) => applied[index]?.name !== name || applied[index]?.checksum !== checksum,
    )
  if (!wrong) return
  const message = `The migration ${wrong.name} is not what was applied to this database. An applied migration never changes: restore the file, and put the change into a new one that comes last.`
  throw new StartError('MIGRATION_EDITED', { message })
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration, programVersion: string) {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query(
      'insert into songreel_migrations (name, checksum, program_version) values ($1, $2, $3)',
      [name, checksum, programVersion],
    )
    await client.query('commit')
  } catch (cause) {
    const message = `The migration ${name} failed and was rolled back: ${cause instanceof Error ? cause.message : cause}.`
    throw new StartError('MIGRATION_FAILED', { message, cause })
  }
}
