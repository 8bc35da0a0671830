import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationProvider } from 'preact-iso'
import { mount, signInAs } from '../../testing/mount.ts'
import type { PageRoute } from '../page.ts'
import { useKeys } from './use-keys.ts'

const PAGES = [
  { paths: ['/batches'], title: 'Batches', nav: { order: 1, key: 'b' }, load: async () => () => null },
] as unknown as PageRoute[]

const calls: string[] = []
const actions = { onFind: () => calls.push('find'), onHelp: () => calls.push('help') }

function Keys() {
  useKeys(PAGES, actions)
  return (
    <>
      {['One', 'Two'].map((name) => (
        <div key={name} data-move>
          <a href={`/songs/${name}`}>{name}</a>
        </div>
      ))}
      <input aria-label="Title" />
    </>
  )
}

const page = (
  <LocationProvider>
    <Keys />
  </LocationProvider>
)

test('j and k go through rows from either end', async (t) => {
  const view = await mount(t, page)
  Object.assign(Element.prototype, { scrollIntoView: () => {} })
  await view.key(document.body, 'j')
  assert.ok(document.activeElement === view.control('One'))
  await view.key(document.body, 'j')
  assert.ok(document.activeElement === view.control('Two'))
  await view.key(document.body, 'k')
  assert.ok(document.activeElement === view.control('One'))
})

test('keys do nothing while somebody types, or with Ctrl', async (t) => {
  calls.length = 0
  const view = await mount(t, page)
  await view.key(view.box('Title'), '/')
  await view.key(document.body, '/', { ctrlKey: true })
  assert.deepEqual(calls, [])
  await view.key(document.body, '/')
  await view.key(document.body, '?')
  assert.deepEqual(calls, ['find', 'help'])
})

test('n makes something only for who may', async (t) => {
  history.replaceState(null, '', '/batches')
  signInAs('read')
  const view = await mount(t, page)
  await view.key(document.body, 'n')
  assert.equal(location.pathname, '/batches')
  signInAs('write')
  await view.key(document.body, 'n')
  assert.equal(location.pathname, '/new')
})
