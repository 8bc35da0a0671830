import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { happen, mount } from '../../testing/mount.ts'
import { Contents } from './contents.tsx'
import { isMenuOpen, searchText } from './contents-state.ts'
import { TopBar } from './top-bar.tsx'

const SECTIONS = [
  {
    title: 'Artists',
    id: 'artists',
    entries: [
      { id: 'createArtist', label: 'Create an artist', verb: 'post', words: '/v1/artists' },
      { id: 'deleteArtist', label: 'Delete one; for good', verb: 'delete', words: '/v1/artists/{id}' },
    ],
  },
  { title: 'Batches', id: 'batches', entries: [{ id: 'listBatches', label: 'List `all`', verb: 'get' }] },
]

async function open(t: TestContext) {
  t.after(() => {
    searchText.value = ''
    isMenuOpen.value = false
  })
  const view = await mount(
    t,
    <>
      <TopBar current="reference" />
      <Contents sections={SECTIONS} empty="No call matches." />
    </>,
  )
  const list = () =>
    [...view.root.querySelectorAll('#side [data-call]:not([hidden])')].map((each) => each.textContent)
  return { ...view, list, search: view.box('Search') }
}

test('calls are named shortly, and a search finds them by any of their words', async (t) => {
  const { list, type } = await open(t)
  assert.deepEqual(list(), ['postCreate an artist', 'delDelete one', 'getList all'])
  await type('Search', 'ARTISTS delete')
  assert.deepEqual(list(), ['delDelete one'])
  await type('Search', 'listbatches')
  assert.deepEqual(list(), ['getList all'])
})

test('where nothing is found, that is said, and Escape shows all again', async (t) => {
  const { list, type, key, root, search } = await open(t)
  const empty = () => root.querySelector<HTMLElement>('.nav-empty')
  assert.equal(empty()?.hidden, true)
  await type('Search', 'no such thing')
  assert.deepEqual(list(), [])
  assert.equal(empty()?.hidden, false)
  assert.ok([...root.querySelectorAll<HTMLElement>('.nav-section')].every((section) => section.hidden))
  await key(search, 'Escape')
  assert.equal(list().length, 3)
  assert.equal(search.value, '')
})

test('a slash goes to the search, and arrows from there through what was found', async (t) => {
  const { key, search, control, type } = await open(t)
  await key(document.body, '/')
  assert.ok(document.activeElement === search)
  await type('Search', 'artist')
  await key(search, 'ArrowDown')
  assert.ok(document.activeElement === control(/Create an artist/))
  await key(control(/Create an artist/), 'ArrowDown')
  assert.ok(document.activeElement === control(/Delete one/))
  await key(control(/Delete one/), 'ArrowUp')
  await key(control(/Create an artist/), 'ArrowUp')
  assert.ok(document.activeElement === search)
})

test('on a small screen a press opens the contents, and Escape or a link closes them', async (t) => {
  const { press, key, root, control } = await open(t)
  const isOpen = () => root.querySelector('#side')?.classList.contains('open')
  await press('Contents')
  assert.ok(isOpen())
  assert.equal(control('Contents').getAttribute('aria-expanded'), 'true')
  await key(document.body, 'Escape')
  assert.ok(!isOpen())
  await press('Contents')
  await happen(() => control(/List all/).click())
  assert.ok(!isOpen())
})
