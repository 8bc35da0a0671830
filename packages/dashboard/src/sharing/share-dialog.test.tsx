import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount, until } from '../../testing/mount.ts'
import { serveApi } from '../../testing/remote-api.ts'
import { ShareDialog } from './share-dialog.tsx'

test('a link is made for what was chosen, shown, and copied', async (t) => {
  const url = 'http://songreel.test/s/secret'
  const asked = serveApi(t, { 'POST /v1/shares': () => ({ data: { shareId: 'shr_1', url } }) })
  const view = await mount(
    t,
    <ShareDialog of={{ renderIds: ['rnd_1', 'rnd_2'] }} title="Harbour EP" onClose={() => {}} />,
  )
  assert.equal(view.box('Title of the page').value, 'Harbour EP')
  await view.type('Title of the page', ' For the press ')
  await view.type('The link ends', '7')
  await view.press('Make a link')
  const { renderIds, title, expiresAt } = asked[0]!.body as Record<string, string>
  assert.deepEqual(renderIds, ['rnd_1', 'rnd_2'])
  assert.equal(title, 'For the press')
  assert.equal(Math.round((Date.parse(expiresAt ?? '') - Date.now()) / 86_400_000), 7)

  assert.match(view.text(), /^The link is ready.*http:\/\/songreel\.test\/s\/secret/)
  await view.press('Copy link')
  assert.equal(await navigator.clipboard.readText(), url)
})

test('links to the same videos that still open are listed; those that ended are not', async (t) => {
  const share = {
    videos: 2,
    url: 'http://songreel.test/s/x',
    createdAt: '2026-11-01T00:00:00Z',
    expiresAt: '2027-01-01T00:00:00Z',
  }
  const asked = serveApi(t, {
    'GET /v1/shares': () => ({
      data: {
        items: [
          { ...share, shareId: 'shr_1', title: 'For radio', status: 'ACTIVE' },
          { ...share, shareId: 'shr_2', title: 'For the label', status: 'REVOKED' },
        ],
        nextCursor: null,
      },
    }),
  })
  const view = await mount(t, <ShareDialog of={{ batchId: 'bat_1' }} title="x" onClose={() => {}} />)
  await until(() => /For radio/.test(view.text()), 'earlier links are listed')
  assert.doesNotMatch(view.text(), /For the label/)
  assert.equal(asked[0]?.query.batchId, 'bat_1')
})
