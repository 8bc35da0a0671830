import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount } from '../../testing/mount.ts'
import { showError, showToast, Toasts } from './toast.tsx'

test('the same words are said once, and an error stays until it is closed', async (t) => {
  const view = await mount(t, <Toasts />)
  await happen(() => {
    showError(new Error('Gone.'))
    showError(new Error('Gone.'))
    showToast('Copied')
  })
  assert.equal(view.text(), 'Gone.✕Copied✕')
  await view.press('Close')
  assert.equal(view.text(), 'Copied✕')
  await view.press('Close')
  assert.equal(view.text(), '')
})

test('what was done can be undone from what says so', async (t) => {
  let undone = 0
  const view = await mount(t, <Toasts />)
  await happen(() => showToast('Song deleted', { label: 'Undo', onPress: async () => undone++ }))
  await view.press('Undo')
  assert.equal(undone, 1)
  assert.equal(view.text(), '')
})

test('an undoing that fails says why', async (t) => {
  const view = await mount(t, <Toasts />)
  const onPress = () => Promise.reject(new Error('It is gone for good.'))
  await happen(() => showToast('Song deleted', { label: 'Undo', onPress }))
  await view.press('Undo')
  assert.match(view.text(), /It is gone for good\./)
  await view.press('Close')
})
