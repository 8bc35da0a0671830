import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diff } from './check-event-bodies.ts'

const render = {
  renderId: 'rnd_1',
  status: 'COMPLETED',
  renderUrl: 'http://host/files/renders/rnd_1/video/a.mp4?expires=1&signature=x',
  renderUrlExpiresAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-02-01T00:00:00.000Z',
  files: [{ kind: 'VIDEO', url: 'http://host/v?expires=1', bytes: 5, sha256: 'a' }],
}

test('records may differ in when their addresses were signed, and in how long the file is kept since', () => {
  const later = {
    ...render,
    renderUrl: render.renderUrl.replace('expires=1', 'expires=2'),
    renderUrlExpiresAt: '2026-01-02T00:00:00.000Z',
    expiresAt: '2026-03-01T00:00:00.000Z',
    files: [{ ...render.files[0], url: 'http://host/v?expires=2' }],
  }
  assert.deepEqual(diff(render, later), [])
})

test('records may differ in their files once the client has deleted them', () => {
  const { renderUrl: _, renderUrlExpiresAt: __, expiresAt: ___, ...rest } = render
  assert.deepEqual(diff(render, { ...rest, files: [], filesDeletedAt: '2026-01-05T00:00:00.000Z' }), [])
})

test('any other difference is named with its field', () => {
  const batch = { counts: { completed: 2 }, renders: [render], ref: 'a' }
  assert.deepEqual(diff(batch, { ...batch, counts: { completed: 1 } }), ['counts.completed is 2 and 1'])
  assert.deepEqual(diff(batch, { ...batch, ref: undefined }), ['ref is "a" and missing'])
  assert.match(String(diff(batch, { ...batch, renders: [] })), /^renders is \[.* and \[\]$/s)
  const other = { ...render, renderUrl: render.renderUrl.replace('rnd_1', 'rnd_2') }
  assert.match(
    String(diff(batch, { ...batch, renders: [other] })),
    /^renders\[0\]\.renderUrl is .*rnd_1.*rnd_2/,
  )
  const file = { ...render.files[0], sha256: 'b' }
  assert.deepEqual(diff(render, { ...render, files: [file] }), ['files[0].sha256 is "a" and "b"'])
})
