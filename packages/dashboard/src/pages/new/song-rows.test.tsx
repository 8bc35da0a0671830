import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { happen, mount, signInAs } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { clearDraft, draft } from './draft.ts'
import { SongRows } from './song-rows.tsx'
import { takeFiles } from './upload-files.ts'

function Rows() {
  return <SongRows songs={draft.value.songs} />
}

/** Files as they are dropped; none of them gets further than the draft, because the server is away. */
async function drop(t: TestContext, ...paths: string[]): Promise<string[]> {
  signInAs('write')
  serveApi(t, {})
  t.after(clearDraft)
  const files = paths.map((path) => ({ path, file: new File([path], path.split('/').at(-1) as string) }))
  return takeFiles(files)
}

test('songs and what belongs to them come together by folder and name, a row each', async (t) => {
  const problems = await drop(
    t,
    'EP/01 Tin Lanterns.wav',
    'EP/02 Low Tide.flac',
    'EP/02 Low Tide.lrc',
    'EP/cover.jpg',
  )
  assert.deepEqual(problems, [])
  const roles = draft.value.songs.map(({ files }) => files.map(({ role }) => role).sort())
  assert.deepEqual(roles, [
    ['audio', 'cover'],
    ['audio', 'cover', 'lyrics'],
  ])
  const view = await mount(t, <Rows />)
  assert.match(view.text(), /^2 songs/)
  assert.equal(view.root.querySelectorAll('li').length, 2)
  assert.equal(view.box('Title of song 2').value, 'Low Tide')
})

test('what is not taken is named, with what would be', async (t) => {
  const problems = await drop(t, 'a.wav', 'contract.docx')
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^Not taken: contract\.docx\. Songs are mp3/)
})

test('a cell that is typed into changes its song alone, and an artist is filled in for the others', async (t) => {
  await drop(t, 'one.wav', 'two.wav')
  const view = await mount(t, <Rows />)
  assert.ok(!view.has(/All are by/))
  await view.type('Artist of song 1', 'Odalys Wren')
  assert.deepEqual(
    draft.value.songs.map(({ artist }) => artist),
    ['Odalys Wren', ''],
  )
  await view.press('All are by Odalys Wren')
  assert.equal(view.box('Artist of song 2').value, 'Odalys Wren')
})

test('a row that is removed is gone from the draft, too', async (t) => {
  await drop(t, 'one.wav', 'two.wav')
  const view = await mount(t, <Rows />)
  await view.press(view.control(/^Remove one/i))
  await happen(() => {})
  assert.equal(draft.value.songs.length, 1)
  assert.equal(view.root.querySelectorAll('li').length, 1)
})
