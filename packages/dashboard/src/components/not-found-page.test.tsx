import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { StatusPill } from './status-pill.tsx'

test('a page whose record is gone says so in its title, and leads on', async (t) => {
  const view = await mount(
    t,
    <NotFoundPage
      what="album"
      why="It may have been deleted."
      back={{ href: '/catalogue', label: 'All albums' }}
    />,
  )
  assert.equal(view.root.querySelector('h1')?.textContent, 'There is no such album')
  assert.match(view.text(), /It may have been deleted\./)
  assert.equal(view.control('All albums').getAttribute('href'), '/catalogue')
})

test('a state that this version does not know is shown as it is', async (t) => {
  const { text, show } = await mount(t, <StatusPill status="PARTIALLY_COMPLETED" />)
  assert.equal(text(), 'Partly done')
  await show(<StatusPill status="FROZEN" />)
  assert.equal(text(), 'FROZEN')
})
