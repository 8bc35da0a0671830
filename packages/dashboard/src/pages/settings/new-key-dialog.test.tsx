import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { session } from '../../session/scopes.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

const DAY_MS = 86_400_000

function signInWith(limits: { isTest: boolean; keysEndAt: string | null }): void {
  session.value = { version: '1.0.0', isClaimed: true, signedIn: { scopes: ['admin'], ...limits } as never }
}

const submit = (root: HTMLElement) =>
  happen(() =>
    root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true })),
  )

test('a key is made as it was described, and its token is handed on', async (t) => {
  signInWith({ isTest: false, keysEndAt: null })
  const asked = serveApi(t, { 'POST /v1/api-keys': () => ({ data: { token: 'srl_live_new' } }) })
  const made: string[] = []
  const view = await mount(t, <NewKeyDialog onMade={(token) => made.push(token)} onClose={() => {}} />)
  await view.type('What it is for', ' label system ')
  await view.type('What it may do', '0')
  await view.type('It ends', '30')
  await submit(view.root)
  assert.deepEqual(made, ['srl_live_new'])
  const { name, scopes, expiresAt, isTest } = asked[0]!.body as Record<string, string>
  assert.equal(name, 'label system')
  assert.deepEqual(scopes, ['read'])
  assert.equal(isTest, undefined)
  const days = (Date.parse(expiresAt ?? '') - Date.now()) / DAY_MS
  assert.ok(days > 29.9 && days <= 30, `${days} days`)
})

test('no more is offered than the session itself may do: a test key makes test keys, and none outlives it', async (t) => {
  signInWith({ isTest: true, keysEndAt: new Date(Date.now() + 45 * DAY_MS).toISOString() })
  const view = await mount(t, <NewKeyDialog onMade={() => {}} onClose={() => {}} />)
  const ends = [...view.box<HTMLSelectElement>('It ends').options].map(({ textContent }) => textContent ?? '')
  assert.equal(ends.length, 2)
  assert.match(ends[0] ?? '', /as late as this session allows$/)
  assert.equal(ends[1], 'in 30 days')
  const forTests = view.box('For tests: its videos carry a watermark')
  assert.ok(forTests.checked && forTests.disabled)
})

test('a refusal stands at the field, and nothing is handed on', async (t) => {
  signInWith({ isTest: false, keysEndAt: null })
  serveApi(t, { 'POST /v1/api-keys': () => ({ error: 'FORBIDDEN', message: 'You may not make keys.' }) })
  const view = await mount(
    t,
    <NewKeyDialog onMade={() => assert.fail('there is no key')} onClose={() => {}} />,
  )
  await view.type('What it is for', 'x')
  await submit(view.root)
  assert.equal(view.root.querySelector('[role=alert]')?.textContent, 'You may not make keys.')
  assert.equal(view.box('What it is for').getAttribute('aria-invalid'), 'true')
})
