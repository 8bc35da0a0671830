import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { type Column, Table } from './table.tsx'

type Song = { id: string; name: string; secs: number }

const SONGS: Song[] = [
  { id: 'a', name: 'Tin Lanterns', secs: 181 },
  { id: 'b', name: 'Low Tide', secs: 95 },
]
const COLUMNS: Column<Song>[] = [
  { head: 'Title', cell: ({ name, id }) => <a href={`/songs/${id}`}>{name}</a> },
  { head: 'Length', cell: ({ secs }) => secs, isNumber: true },
]
const keyOf = ({ id }: Song) => id

test('every row is there under its head, with its place for those who do not see it', async (t) => {
  const { root, has } = await mount(t, <Table label="Songs" rows={SONGS} columns={COLUMNS} keyOf={keyOf} />)
  const rows = [...root.querySelectorAll('tbody tr')]
  assert.deepEqual(
    rows.map((row) => [
      row.getAttribute('aria-rowindex'),
      ...[...row.children].map((cell) => cell.textContent),
    ]),
    [
      ['2', 'Tin Lanterns', '181'],
      ['3', 'Low Tide', '95'],
    ],
  )
  assert.deepEqual(
    [...root.querySelectorAll('th')].map((head) => head.textContent),
    ['Title', 'Length'],
  )
  assert.equal(root.querySelector('table')?.getAttribute('aria-rowcount'), '3')
  assert.ok(has('Low Tide'))
})

test('a row is selected by its own box, all by the box of the head', async (t) => {
  const chosen = new Set(['b'])
  const news: [names: string[], isChosen: boolean][] = []
  const selection = {
    isChosen: ({ id }: Song) => chosen.has(id),
    nameOf: ({ name }: Song) => name,
    onChoose: (rows: Song[], isChosen: boolean) => void news.push([rows.map(({ name }) => name), isChosen]),
  }
  const table = () => (
    <Table label="Songs" rows={SONGS} columns={COLUMNS} keyOf={keyOf} selection={selection} />
  )
  const view = await mount(t, table())
  assert.equal(view.box('Select Low Tide').checked, true)
  assert.equal(view.box('Select Tin Lanterns').checked, false)
  assert.equal(view.box('Select all that are loaded').checked, false)
  assert.deepEqual(
    [...view.root.querySelectorAll('tbody tr')].map((row) => row.getAttribute('aria-selected')),
    ['false', 'true'],
  )

  await view.press(view.box('Select Tin Lanterns'))
  await view.press(view.box('Select all that are loaded'))
  assert.deepEqual(news, [
    [['Tin Lanterns'], true],
    [['Tin Lanterns', 'Low Tide'], true],
  ])

  chosen.add('a')
  await view.show(table())
  assert.equal(view.box('Select all that are loaded').checked, true)
})

test('a head that sorts says which way, and turns it round', async (t) => {
  let turns = 0
  const sort = { order: 'descending', onTurn: () => turns++ } as const
  const columns = [{ ...COLUMNS[0]!, sort }, COLUMNS[1]!]
  const view = await mount(t, <Table label="Songs" rows={SONGS} columns={columns} keyOf={keyOf} />)
  assert.equal(view.root.querySelector('th')?.getAttribute('aria-sort'), 'descending')
  assert.ok(!view.has(/Length/), 'a column that does not sort is no button')
  await view.press(view.control(/Title/))
  assert.equal(turns, 1)
})

test('of ten thousand rows only those near the view are in the document', async (t) => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    id: `s${index}`,
    name: `Song ${index}`,
    secs: 1,
  }))
  const { root } = await mount(t, <Table label="Songs" rows={rows} columns={COLUMNS} keyOf={keyOf} />)
  const shown = root.querySelectorAll('tbody tr[data-move]')
  assert.ok(shown.length >= 50 && shown.length <= 300, `${shown.length} rows`)
  assert.equal(root.querySelector('table')?.getAttribute('aria-rowcount'), '10001')
})
