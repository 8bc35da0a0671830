import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { ColouredJson } from './coloured-json.tsx'

test('JSON is coloured by what it is, and reads as it would without', async (t) => {
  const value = { 'a"<': '</span>', n: -1.5e3, t: [true, null], empty: {} }
  const view = await mount(t, <ColouredJson value={value} />)
  const read = (name: string) => [...view.root.querySelectorAll(`.${name}`)].map((part) => part.textContent)
  assert.equal(view.root.textContent, JSON.stringify(value, null, 2))
  assert.deepEqual(read('j-key'), ['"a\\"<"', '"n"', '"t"', '"empty"'])
  assert.deepEqual(read('j-text'), ['"</span>"'])
  assert.deepEqual(read('j-number'), ['-1500'])
  assert.deepEqual(read('j-word'), ['true', 'null'])
})

test('nothing is nothing', async (t) => {
  const view = await mount(t, <ColouredJson value={undefined} />)
  assert.equal(view.root.textContent, '')
})
