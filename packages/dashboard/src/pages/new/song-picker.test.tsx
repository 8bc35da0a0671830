import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationProvider } from 'preact-iso'
import { happen, mount, until } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { SongPicker } from './song-picker.tsx'

const SONGS = [
  { mediaId: 'med_1', artistId: 'art_1', name: 'Tin Lanterns' },
  { mediaId: 'med_2', artistId: 'art_1', name: 'Low Tide' },
]

const picker = (
  <LocationProvider>
    <SongPicker onClose={() => {}} />
  </LocationProvider>
)

test('the newest songs are offered, with their artists, and typing narrows them down', async (t) => {
  const asked = serveApi(t, {
    'GET /v1/media': ({ query }) => ({
      data: {
        items: SONGS.filter(({ name }) => !query.q || name.toLowerCase().includes(query.q)),
        nextCursor: null,
      },
    }),
    'GET /v1/artists': () => ({
      data: { items: [{ artistId: 'art_1', name: 'Odalys Wren' }], nextCursor: null },
    }),
  })
  const view = await mount(t, picker)
  await until(() => view.has(/Low Tide/), 'songs are listed')
  await until(() => view.has(/Tin LanternsOdalys Wren/), 'their artist is named')

  await view.type('Title', ' tide ')
  await until(() => !view.has(/Tin Lanterns/), 'the list is narrowed down')
  assert.ok(view.has(/Low Tide/))
  assert.equal(asked.filter(({ call }) => call === 'GET /v1/media').at(-1)?.query.q, 'tide')
})

test('an empty catalogue and a search in vain say different things', async (t) => {
  serveApi(t, { 'GET /v1/media': () => ({ data: { items: [], nextCursor: null } }) })
  const view = await mount(t, picker)
  await until(() => /The catalogue is empty\. Drop a song instead\./.test(view.text()), 'it says so')
  await view.type('Title', 'nothing')
  await happen(() => {})
  assert.match(view.text(), /No title has these words\./)
})
