import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { Menu } from './menu.tsx'

const KINDS = ['Text', 'Stack', 'Shape']

async function open(t: Parameters<typeof mount>[0]) {
  const picked: string[] = []
  const items = KINDS.map((label) => ({ key: label, label, onPick: () => picked.push(label) }))
  const view = await mount(t, <Menu label="Add…" items={items} />)
  const focused = () => document.activeElement?.textContent
  return { view, picked, focused, isOpen: () => view.root.querySelector('[role=menu]') !== null }
}

test('nothing is done before a row is picked, whatever is typed', async (t) => {
  const { view, picked, focused, isOpen } = await open(t)
  await view.key(view.control('Add…'), 's')
  assert.equal(isOpen(), false)
  await view.key(view.control('Add…'), 'ArrowDown')
  assert.equal(focused(), 'Text')
  await view.key(view.control('Text'), 's')
  assert.equal(focused(), 'Stack')
  await view.key(view.control('Stack'), 's')
  assert.equal(focused(), 'Shape')
  await view.key(view.control('Shape'), 'ArrowDown')
  assert.equal(focused(), 'Text', 'it goes round')
  await view.key(view.control('Text'), 'End')
  assert.equal(focused(), 'Shape')
  assert.deepEqual(picked, [])
  await view.press('Shape')
  assert.deepEqual(picked, ['Shape'])
  assert.equal(isOpen(), false)
  assert.equal(focused(), 'Add…', 'and the button has the focus again')
})

test('Escape closes it, and so does leaving it', async (t) => {
  const { view, picked, focused, isOpen } = await open(t)
  await view.key(view.control('Add…'), 'ArrowUp')
  assert.equal(focused(), 'Shape', 'the last one')
  await view.key(view.control('Shape'), 'Escape')
  assert.equal(isOpen(), false)
  assert.equal(focused(), 'Add…')
  await view.press('Add…')
  assert.equal(view.control('Add…').getAttribute('aria-expanded'), 'true')
  await view.key(view.control('Text'), 'Tab')
  assert.equal(isOpen(), false)
  assert.deepEqual(picked, [])
})
