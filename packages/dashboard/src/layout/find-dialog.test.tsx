import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationProvider } from 'preact-iso'
import { mount, until } from '../../testing/mount.ts'
import { serveApi } from '../../testing/remote-api.ts'
import { FindDialog } from './find-dialog.tsx'

const LABEL = 'Id, reference, title, ISRC or UPC'
const none = () => ({ data: { items: [], nextCursor: null } })
const dialog = (
  <LocationProvider>
    <FindDialog onClose={() => {}} />
  </LocationProvider>
)

test('words find references, songs, albums and artists, and arrow keys go through them', async (t) => {
  serveApi(t, {
    'GET /v1/batches': () => ({
      data: { items: [{ ref: 'harbour-1' }, { ref: 'other' }], nextCursor: null },
    }),
    'GET /v1/media': () => ({
      data: { items: [{ mediaId: 'med_1', name: 'Harbour Lights' }], nextCursor: null },
    }),
    'GET /v1/media-bundles': none,
    'GET /v1/artists': none,
  })
  const view = await mount(t, dialog)
  await view.type(LABEL, 'harbour')
  await until(() => view.has(/Harbour Lights/), 'something is found')
  const links = [...view.root.querySelectorAll('.found a')]
  assert.deepEqual(
    links.map((link) => [link.textContent, link.getAttribute('href')]),
    [
      ['harbour-1Reference', '/references/harbour-1'],
      ['Harbour LightsSong', '/songs/med_1'],
    ],
  )
  view.box(LABEL).focus()
  await view.key(view.box(LABEL), 'ArrowDown')
  assert.ok(document.activeElement === links[0])
  await view.key(links[0] as Element, 'ArrowDown')
  assert.ok(document.activeElement === links[1])
  await view.key(links[1] as Element, 'ArrowUp')
  await view.key(links[0] as Element, 'ArrowUp')
  assert.ok(document.activeElement === view.box(LABEL))
})

test('an id that is pasted leads straight there', async (t) => {
  const id = 'med_01K9ABCDEFGHJKMNPQRSTVWXYZ'
  serveApi(t, { [`GET /v1/media/${id}`]: () => ({ data: { mediaId: id } }) })
  const view = await mount(t, dialog)
  await view.type(LABEL, ` ${id} `)
  await until(() => location.pathname === `/songs/${id}`, 'its page is opened')
})

test('nothing found is said, and an id of nothing is an error', async (t) => {
  const id = 'med_01K9ABCDEFGHJKMNPQRSTVWXYY'
  serveApi(t, {
    'GET /v1/batches': none,
    'GET /v1/media': none,
    'GET /v1/media-bundles': none,
    'GET /v1/artists': none,
    [`GET /v1/media/${id}`]: () => ({ error: 'MEDIA_NOT_FOUND', message: 'There is no such song.' }),
  })
  const view = await mount(t, dialog)
  await view.type(LABEL, 'zzz')
  await until(() => /Nothing has this name, reference or code\./.test(view.text()), 'it says so')
  await view.type(LABEL, id)
  await until(
    () => view.root.querySelector('[role=alert]')?.textContent === 'There is no such song.',
    'it says so',
  )
})
