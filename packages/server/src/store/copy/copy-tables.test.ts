import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { createEmptyTestDatabase } from '../../../testing/test-database.ts'
import { migrate } from '../migrate.ts'
import { fillDatabase, withSnapshot } from './copy-tables.ts'
import type { Layout, TableLayout } from './read-layout.ts'

type Whole = { layout: Layout; rows: Record<string, string>; sequences: object[] }

test('every kind of thing that a database of ours can hold comes back as it was', async (t) => {
  const [from, to] = [await createEmptyTestDatabase(t), await createEmptyTestDatabase(t)]
  await run(from, EVERYTHING)
  const before = await readWhole(from)

  await copy(from, to)

  const after = await readWhole(to)
  assert.deepEqual(after, before)
  assert.equal(before.layout.tables.length, 7, 'partitions are copied, and not what they are parts of')
  assert.match(before.rows['public."Odd name"'] ?? '', /Odalys\\tWren.*🎵/)
  const [next] = await run(to, `insert into numbered (label) values ('new') returning id, serial, doubled`)
  assert.deepEqual(next, { id: 1010, serial: 4, doubled: 'newnew' })
  await assert.rejects(run(to, `insert into child values (1, 99)`), /foreign key/)
  await assert.rejects(run(to, `insert into parts values (5, 'one', 'a')`), /duplicate key/)
  assert.deepEqual(
    await run(to, 'select count from noted'),
    [{ count: 1 }],
    'no trigger ran while it was filled',
  )
  await run(to, `insert into parts values (5, 'three', 'c')`)
  assert.deepEqual(await run(to, 'select count from noted'), [{ count: 2 }])
})

test('the tables of the service come back as they were', async (t) => {
  const [from, to] = [await createEmptyTestDatabase(t), await createEmptyTestDatabase(t)]
  await migrate({ databaseUrl: from, programVersion: '0.0.0', log: pino({ level: 'silent' }) })
  await copy(from, to)
  assert.deepEqual(await readWhole(to), await readWhole(from))
  assert.deepEqual(
    await migrate({ databaseUrl: to, programVersion: '0.0.0', log: pino({ level: 'silent' }) }),
    [],
  )
})

test('what is not known is refused, and named', async (t) => {
  const from = await createEmptyTestDatabase(t)
  await run(from, 'create table plain (id int); create view looking as select * from plain')
  await assert.rejects(readWhole(from), { code: 'DATABASE_UNSUITABLE', message: /view public\.looking/ })
})

test('a snapshot does not see what comes later, and a copy that fails leaves nothing', async (t) => {
  const [from, to] = [await createEmptyTestDatabase(t), await createEmptyTestDatabase(t)]
  await run(from, 'create table plain (id int primary key); insert into plain values (1)')
  await withSnapshot(from, async ({ layout, read }) => {
    await run(from, 'insert into plain values (2)')
    const rows = await buffer(read(layout.tables[0]!))
    assert.equal(rows.toString(), '1\n')
    const broken = Readable.from([Buffer.from('1\n1\n')])
    const options = { layout, sequences: [], open: async () => broken, check: async () => {} }
    await assert.rejects(fillDatabase(to, options), /could not create unique index|duplicate/)
  })
  assert.deepEqual((await readWhole(to)).layout.tables, [])
})

async function copy(from: string, to: string): Promise<void> {
  await withSnapshot(from, async ({ layout, read, readSequences }) => {
    const rows = new Map<TableLayout, Buffer>()
    for (const table of layout.tables) rows.set(table, await buffer(read(table)))
    const open = async (table: TableLayout) => Readable.from([rows.get(table) ?? Buffer.alloc(0)])
    await fillDatabase(to, {
      layout,
      sequences: await readSequences(),
      open,
      check: async ({ readLayout }) => assert.deepEqual(await readLayout(), layout),
    })
  })
}

function readWhole(databaseUrl: string): Promise<Whole> {
  return withSnapshot(databaseUrl, async ({ layout, read, readSequences }) => {
    const rows: Record<string, string> = {}
    for (const table of layout.tables) rows[table.name] = (await buffer(read(table))).toString()
    return { layout, rows, sequences: await readSequences() }
  })
}

async function run(databaseUrl: string, text: string): Promise<object[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const EVERYTHING = `
  create schema pgboss;
  create type pgboss.mood as enum ('sad', 'glad');
  create table "Odd name" ("A column" text collate "C" default 'x''y', mood pgboss.mood, facts jsonb, bytes bytea,
    moments timestamptz[] not null, share float8, exact numeric(10, 3), span interval);
  insert into "Odd name" values (E'Odalys\\tWren\\\\ \\\\N \\\\\\\\N 🎵', 'glad', '{"a": [1, null]}', '\\x00ff0a',
    array['2026-11-17T08:00:00.123456Z'::timestamptz], 0.1 + 0.2, 1.5, '1 month 2 days'), (null, null, null, null, '{}', 'NaN', null, null);
  create table numbered (id int generated always as identity (start with 1000 increment by 10) primary key,
    serial serial, label text not null check (label <> ''), doubled text generated always as (label || label) stored,
    unique (label, serial)) with (fillfactor = 70);
  insert into numbered (label) values ('a'), ('b'), ('c');
  delete from numbered where label in ('b', 'c');
  alter table numbered alter column id restart with 1010;
  create table parent (id int primary key, next int references parent);
  insert into parent values (1, 1);
  create table child (id int, parent_id int references parent on delete cascade);
  insert into child values (1, 1);
  alter table parent add column gone int; alter table parent drop column gone;
  create index child_by_parent on child (parent_id) include (id) where id > 0;
  create table noted (count int);
  insert into noted values (0);
  create function count_up() returns trigger language plpgsql as $$ begin update public.noted set count = count + 1; return new; end $$;
  create table parts (id int, kind text, note text, primary key (kind, id)) partition by list (kind);
  create table parts_one partition of parts for values in ('one');
  create table parts_rest partition of parts default;
  create index parts_by_note on parts (note);
  create unique index parts_one_note on parts_one (note);
  create trigger counting after insert on parts for each row execute function count_up();
  insert into parts values (5, 'one', 'a');
`
