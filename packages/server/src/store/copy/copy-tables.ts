import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { InstallationFact } from '../installation.ts'
import { SEQUENCE_NAMES } from './catalogue.ts'
import { type Layout, readLayout, type TableLayout } from './read-layout.ts'

/** Where a sequence stands. */
export type SequenceState = { name: string; value: string; isCalled: boolean }

/** The whole database as it was at one moment. */
export type Snapshot = {
  layout: Layout
  /** PostgreSQL's version, as it counts. */
  serverVersion: number
  migrations: { name: string; checksum: string }[]
  /** The version of the queue's tables; null where there are none yet. */
  queueVersion: number | null
  databaseBytes: number
  /** The rows of one table, as COPY writes them. */
  read(table: TableLayout): Readable
  /** What a question about these rows gives. */
  ask<Row extends object>(text: string): Promise<Row[]>
  /** Where the sequences stand: at least as far as the rows. */
  readSequences(): Promise<SequenceState[]>
}

/** A connection for work that takes as long as it takes. */
export async function connectForCopy(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `songreel-copy ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Reported by the statement under way, or by the next one.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Reads the database as it is now, however long that takes: later changes are not seen. */
export async function withSnapshot<Result>(
  databaseUrl: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await connectForCopy(databaseUrl)
  try {
    await client.query('begin isolation level repeatable read read only')
    // A table is read from its beginning, so that two readings of the same rows are the same bytes.
    await client.query(
      `select set_config(name, value, true) from (values ('statement_timeout', '0'),
         ('idle_in_transaction_session_timeout', '0'), ('synchronize_seqscans', 'off'), ('lock_timeout', '60s'),
         ('timezone', 'UTC'), ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('extra_float_digits', '1'),
         ('bytea_output', 'hex'), ('client_encoding', 'UTF8')) as settings (name, value)`,
    )
    const result = await work(await describe(client))
    await client.query('commit')
    return result
  } finally {
    await client.end().catch(() => {})
  }
}

async function describe(client: pg.Client): Promise<Snapshot> {
  const layout = await readLayout(client)
  const [schema] = layout.schemas
  const names = layout.tables.map(({ name }) => name)
  const migrations = `${quote(schema)}.songreel_migrations`
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, pg_database_size(current_database())::float8 as bytes`,
  )
  const applied = names.includes(migrations)
    ? await client.query(`select name, checksum from ${migrations} order by name collate "C"`)
    : { rows: [] }
  const queue = names.includes('pgboss.version')
    ? await client.query('select version from pgboss.version')
    : { rows: [] }
  return {
    layout,
    serverVersion: rows[0].version,
    databaseBytes: rows[0].bytes,
    migrations: applied.rows,
    queueVersion: queue.rows[0]?.version ?? null,
    read: ({ name, columns }) => client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)),
    ask: async (text) => (await client.query(text)).rows,
    readSequences: () => readSequences(client, layout.schemas),
  }
}

/** Where an empty database is filled. */
export type Filling = {
  /** PostgreSQL's version, as it counts. */
  serverVersion: number
  /** What the database says about itself now. */
  readLayout(): Promise<Layout>
  countRows(table: TableLayout): Promise<number>
}

type FillOptions = {
  layout: Layout
  sequences: SequenceState[]
  /** Opens the rows of a table, as COPY wrote them. */
  open(table: TableLayout): Promise<Readable>
  /** The last thing before the end; if it throws, nothing has happened. */
  check(filling: Filling): Promise<void>
  /** The name of the backup, written down with the rows. */
  restoredFrom?: string
  signal?: AbortSignal
}

/** Fills an empty database in one transaction: whoever is killed on the way leaves it empty. */
export async function fillDatabase(databaseUrl: string, options: FillOptions): Promise<void> {
  const { layout, check, restoredFrom } = options
  const client = await connectForCopy(databaseUrl)
  try {
    await client.query('begin')
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as version, set_config(name, value, true)
       from (values ('statement_timeout', '0'), ('search_path', 'pg_catalog'), ('check_function_bodies', 'off'),
         ('idle_in_transaction_session_timeout', '0'), ('timezone', 'UTC'), ('datestyle', 'ISO'),
         ('client_encoding', 'UTF8')) as settings (name, value)`,
    )
    await fill(client, options)
    await check({
      serverVersion: rows[0].version,
      readLayout: () => readLayoutAgain(client, layout.schemas),
      countRows: async ({ name }) =>
        (await client.query(`select count(*)::float8 as count from ${name}`)).rows[0].count,
    })
    if (restoredFrom !== undefined) await noteRestored(client, layout, restoredFrom)
    await client.query('commit')
    // Without figures about the rows, the first queries would be planned as for empty tables.
    for (const { name } of layout.tables) await client.query(`analyze ${name}`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function fill(client: pg.Client, { layout, sequences, open, signal }: FillOptions): Promise<void> {
  for (const schema of layout.schemas) await client.query(`create schema if not exists ${quote(schema)}`)
  for (const statement of layout.before) await client.query(statement)
  for (const table of layout.tables) {
    signal?.throwIfAborted()
    const into = client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`))
    await pipeline(await open(table), into, { signal })
  }
  for (const statement of layout.after) {
    signal?.throwIfAborted()
    await client.query(statement)
  }
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
}

const RESTORED: InstallationFact = 'restored-from'

async function noteRestored(client: pg.Client, { schemas, tables }: Layout, backup: string): Promise<void> {
  const table = `${quote(schemas[0])}.installation`
  if (!tables.some(({ name }) => name === table)) return
  await client.query(
    `insert into ${table} (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
    [RESTORED, backup],
  )
}

/** The backup that filled this database, if one did. */
export async function findRestored(databaseUrl: string): Promise<string | undefined> {
  const client = await connectForCopy(databaseUrl)
  try {
    const { rows } = await client.query('select value from installation where name = $1', [RESTORED])
    return rows[0]?.value
  } catch {
    // Another program's tables.
    return undefined
  } finally {
    await client.end()
  }
}

/** The search path says which schema is ours; it is emptied for reading. */
async function readLayoutAgain(client: pg.Client, [schema = 'public']: string[]): Promise<Layout> {
  await client.query(`set local search_path to ${quote(schema)}`)
  return readLayout(client)
}

async function readSequences(client: pg.Client, schemas: string[]): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCE_NAMES, [schemas])
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query(`select last_value::text as value, is_called as "isCalled" from ${name}`)
    states.push({ name, ...state.rows[0] })
  }
  return states
}

/** How many tables there are where a copy would go. */
export async function countTables(databaseUrl: string): Promise<number> {
  const client = await connectForCopy(databaseUrl)
  try {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname in (coalesce(current_schema(), 'public'), 'pgboss')`,
    )
    return rows[0].count
  } finally {
    await client.end()
  }
}

function quote(name = 'public'): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
