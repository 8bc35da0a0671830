import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount, signInAs } from '../../testing/mount.ts'
import { Button } from './button.tsx'
import { LinkButton } from './link-button.tsx'
import { Toasts } from './toast.tsx'

test('while what it started is not done, a button is busy and cannot be pressed again', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let starts = 0
  const start = () => {
    starts++
    return promise
  }
  const view = await mount(t, <Button onPress={start}>Send</Button>)
  await view.press('Send')
  await view.press('Send')
  assert.equal(starts, 1)
  assert.equal(view.control('Send').getAttribute('aria-busy'), 'true')

  await happen(resolve)
  assert.equal(view.control('Send').getAttribute('aria-busy'), 'false')
  await view.press('Send')
  assert.equal(starts, 2)
})

test('what went wrong is said, and the button can be pressed again', async (t) => {
  const fail = () => Promise.reject(new Error('The disk is full.'))
  const view = await mount(
    t,
    <>
      <Button onPress={fail}>Save</Button>
      <Toasts />
    </>,
  )
  await view.press('Save')
  assert.match(view.text(), /The disk is full\./)
  assert.equal(view.control('Save').getAttribute('aria-busy'), 'false')
  await view.press('Close')
  assert.doesNotMatch(view.text(), /disk/)
})

test('who may only look sees no button that changes something, and no link to where something is made', async (t) => {
  const both = (
    <>
      <Button needs="write">Delete</Button>
      <Button>Copy</Button>
      <LinkButton href="/new">New batch</LinkButton>
      <LinkButton href="/batches">All batches</LinkButton>
    </>
  )
  signInAs('read')
  const view = await mount(t, both)
  assert.deepEqual(
    ['Delete', 'Copy', 'New batch', 'All batches'].filter((name) => view.has(name)),
    ['Copy', 'All batches'],
  )
  signInAs('read', 'write')
  await view.show(null)
  await view.show(both)
  assert.ok(view.has('Delete') && view.has('New batch'))
})
