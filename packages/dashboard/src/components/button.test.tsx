import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act } from 'preact/test-utils'
import { happen, mount, settle, signInAs } from '../../testing/mount.ts'
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

test('one that is disabled while it has the focus keeps it, and does nothing', async (t) => {
  const pressed: string[] = []
  const steps = (isDone: boolean) => (
    <form onSubmit={() => pressed.push('sent')}>
      <Button disabled={isDone} onPress={() => pressed.push('undo')}>
        Undo
      </Button>
      <Button type="submit" disabled={isDone}>
        Save
      </Button>
    </form>
  )
  const view = await mount(t, steps(false))
  for (const name of ['Undo', 'Save']) {
    await view.show(steps(false))
    const button = view.control(name)
    await act(() => button.focus())
    await view.show(steps(true))
    assert.ok(document.activeElement === button)
    assert.equal(button.getAttribute('aria-disabled'), 'true')
    await view.press(button)
    assert.deepEqual(pressed, [])
    // So a window says that another one came to the front.
    await act(() => void button.dispatchEvent(new FocusEvent('blur')))
    assert.equal((button as HTMLButtonElement).disabled, false)
    await act(() => button.blur())
    assert.ok((button as HTMLButtonElement).disabled)
    assert.equal(button.getAttribute('aria-disabled'), null)
  }
})

test('one that vanishes leaves the focus beside it', async (t) => {
  const box = (hasFile: boolean) => (
    <section>
      <Button>Other</Button>
      <p>
        <input aria-label="Colour" />
        {hasFile && <Button>Remove</Button>}
      </p>
      <div>{hasFile && <Button>Discard</Button>}</div>
    </section>
  )
  const view = await mount(t, box(true))
  await act(() => view.control('Remove').focus())
  await view.show(box(false))
  await settle()
  assert.ok(document.activeElement === view.root.querySelector('input'))
  await view.show(box(true))
  await act(() => view.control('Discard').focus())
  await view.show(box(false))
  await settle()
  assert.ok(document.activeElement === view.root.querySelector('input'), 'the nearest before it')
})
