import type pg from 'pg'
import { StartError } from '../../start-error.ts'
import { CONSTRAINTS, FUNCTIONS, INDEXES, SEQUENCES, TABLES, TRIGGERS, TYPES, UNKNOWN } from './catalogue.ts'

/** A table with rows of its own, as statements name it. */
export type TableLayout = { name: string; columns: string[] }

/** Everything that a database is made of besides its rows, as statements that make it again. */
export type Layout = {
  /** The schemas that are copied, our own first. */
  schemas: string[]
  /** Run before the rows arrive: types, functions, sequences, tables. */
  before: string[]
  tables: TableLayout[]
  /** Run after them: partitions, keys, indexes, references, triggers. */
  after: string[]
}

/** The schema of the queue, which pg-boss makes. */
const QUEUE_SCHEMA = 'pgboss'

type TableRow = {
  name: string
  parent: string | null
  bound: string | null
  partKey: string | null
  definitions: string[]
  copied: string[]
  extras: string[]
  isUnlogged: boolean
  options: string
}

type OwnedSequence = { create: string; own: string | null }

/**
 * Reads what the database says about its own tables. The names come out whole, because nothing is on the search path.
 * Kinds of things that we do not make are refused: a copy without them would look whole and not be it.
 */
export async function readLayout(client: pg.ClientBase): Promise<Layout> {
  const schemas = await findSchemas(client)
  await client.query('set local search_path to pg_catalog')
  const ask = async <Row>(text: string) => (await client.query(text, [schemas])).rows as Row[]
  refuseUnknown(await ask<{ thing: string }>(UNKNOWN))
  const types = await ask<{ create: string }>(TYPES)
  const functions = await ask<{ create: string }>(FUNCTIONS)
  const sequences = await ask<OwnedSequence>(SEQUENCES)
  const tables = await ask<TableRow>(TABLES)
  const constraints = await ask<{ add: string }>(CONSTRAINTS)
  const indexes = await ask<{ create: string }>(INDEXES)
  const triggers = await ask<{ create: string }>(TRIGGERS)
  const isRoot = ({ add }: { add: string }) => !add.includes(' FOREIGN KEY ')
  return {
    schemas,
    before: [
      ...types.map(({ create }) => create),
      ...functions.map(({ create }) => create),
      ...sequences.map(({ create }) => create),
      ...tables.map(createTable),
      ...tables.flatMap(({ extras }) => extras),
    ],
    tables: tables
      .filter(({ partKey }) => partKey === null)
      .map(({ name, copied }) => ({ name, columns: copied })),
    after: [
      ...sequences.flatMap(({ own }) => own ?? []),
      ...tables.flatMap(attachPartition),
      ...constraints.filter(isRoot).map(({ add }) => add),
      // A parent's index is made on its partitions too, where it takes over those that are there already.
      ...indexes.map(({ create }) => create.replace(' ON ONLY ', ' ON ')),
      ...constraints.filter((constraint) => !isRoot(constraint)).map(({ add }) => add),
      ...triggers.map(({ create }) => create),
    ],
  }
}

/** Where the service's own tables are, and the queue's. */
async function findSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    `select nspname as name from pg_namespace
     where nspname = coalesce(current_schema(), 'public') or nspname = $1 order by nspname = $1`,
    [QUEUE_SCHEMA],
  )
  return rows.map(({ name }: { name: string }) => name)
}

function refuseUnknown(things: { thing: string }[]): void {
  if (things.length === 0) return
  const named = things.slice(0, 5).map(({ thing }) => thing)
  const more = things.length > named.length ? ` and ${things.length - named.length} more` : ''
  const message = `This database holds things that Songreel does not make and cannot copy: ${named.join(', ')}${more}. Move them into a schema of their own, or back the database up with pg_dump.`
  throw new StartError('DATABASE_UNSUITABLE', { message })
}

/** Partitions are made as tables of their own and attached when they are filled. */
function createTable({ name, definitions, partKey, isUnlogged, options }: TableRow): string {
  const kind = isUnlogged ? 'create unlogged table' : 'create table'
  const partition = partKey === null ? '' : ` partition by ${partKey}`
  return `${kind} ${name} (${definitions.join(', ')})${partition}${options}`
}

function attachPartition({ name, parent, bound }: TableRow): string[] {
  return parent === null ? [] : [`alter table ${parent} attach partition ${name} ${bound}`]
}
