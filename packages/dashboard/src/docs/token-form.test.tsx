import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount, until } from '../../testing/mount.ts'
import { serveApi } from '../../testing/remote-api.ts'
import { TokenForm } from './token-form.tsx'

test('a token is tried at once, kept for this tab, and tried again on the next page', async (t) => {
  t.after(() => sessionStorage.clear())
  const asked = serveApi(t, {
    'GET /v1/organizations/me': ({ headers }) =>
      headers.get('authorization') === 'Bearer good'
        ? { data: { name: 'Harbour' } }
        : { error: 'UNAUTHENTICATED', message: 'This token is unknown.' },
  })
  const view = await mount(t, <TokenForm />)
  assert.equal(asked.length, 0, 'nothing is asked without one')
  await view.type('Token', 'bad')
  await until(() => view.text().includes('This token is unknown.'), 'a bad one is told')
  await view.type('Token', ' good ')
  await until(() => view.text().includes('Good: Harbour'), 'a good one is told')
  assert.equal(sessionStorage.getItem('songreel.token'), 'good')
  await view.show(null)
  await view.show(<TokenForm />)
  assert.equal(view.box('Token').value, 'good')
})
