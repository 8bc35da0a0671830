import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useState } from 'preact/hooks'
import { act } from 'preact/test-utils'
import { mount, type View } from '../../../testing/mount.ts'
import { LayerList } from './layer-list.tsx'
import type { LookDraft } from './look-draft.ts'

const aText = (words: string) => ({ kind: 'text', id: words, text: { words } })
const SCHEMA = { kinds: {} } as never

function Editor({ first }: { first: LookDraft }) {
  const [look, setLook] = useState(first)
  const [chosen, choose] = useState('')
  const onArrange = (next: LookDraft, path: string) => {
    setLook(next)
    choose(path)
  }
  return (
    <LayerList
      {...{ look, chosen, onArrange }}
      schema={SCHEMA}
      faults={[]}
      hidden={new Set()}
      onChoose={choose}
      onHide={() => undefined}
    />
  )
}

const rows = ({ root }: View) => [...root.querySelectorAll<HTMLElement>('.look-name')]
const names = (view: View) => rows(view).map((row) => row.querySelector('span')?.textContent)
const findFocus = () => {
  const row = document.activeElement?.closest('li')
  return [
    row?.querySelector('.look-name span')?.textContent,
    document.activeElement?.getAttribute('aria-label'),
  ]
}

test('the focus goes with the layer that keys move, so that the next key moves the same one', async (t) => {
  const look = { layers: ['Low', 'Middle', 'High'].map(aText) }
  const view = await mount(t, <Editor first={look} />)
  const [high] = names(view)
  const row = rows(view)[0] ?? assert.fail()
  await act(() => row.focus())
  for (const at of [1, 2]) {
    await view.key(document.activeElement ?? row, 'ArrowDown', { altKey: true })
    assert.deepEqual([names(view).indexOf(high), findFocus()[0]], [at, high])
  }
  await act(() => view.control(`Up: ${high}`).focus())
  for (const at of [1, 0]) {
    await view.press(document.activeElement as HTMLElement)
    assert.equal(names(view).indexOf(high), at)
    assert.deepEqual(findFocus(), [high, `Up: ${high}`], 'the same button of the same layer')
  }
})

test('where a layer was removed, the one in its place has the focus, whichever way it was removed', async (t) => {
  const view = await mount(t, <Editor first={{ layers: ['Low', 'Middle', 'High'].map(aText) }} />)
  const [, middle, low] = names(view)
  const [first = assert.fail()] = rows(view)
  await act(() => first.focus())
  await view.key(first, 'Delete')
  assert.equal(findFocus()[0], middle)
  await act(() => view.control(`Remove: ${low}`).focus())
  await view.press(`Remove: ${low}`)
  assert.deepEqual(findFocus(), [middle, null], 'on its name, where nothing is removed by another press')
  const [last = assert.fail()] = rows(view)
  await view.key(last, 'Delete')
  assert.deepEqual(names(view), [])
  assert.ok(
    document.activeElement === view.control('Add a layer'),
    'and where none is left, where one is added',
  )
})
