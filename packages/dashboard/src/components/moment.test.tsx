import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { Moment } from './moment.tsx'

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

test('a moment is said as people say it, and is exact for machines and on hover', async (t) => {
  const at = inMs(-2 * 60 * 60_000)
  const { root, text } = await mount(t, <Moment at={at} />)
  assert.equal(text(), '2 hr. ago')
  const time = root.querySelector('time')
  assert.equal(time?.dateTime, at)
  assert.equal(time?.title, at)
})

test('what is due never seems to have been missed', async (t) => {
  const { text, show } = await mount(t, <Moment at={inMs(-30_000)} isDue />)
  assert.equal(text(), 'in a moment')
  await show(<Moment at={inMs(5 * 60_000 + 500)} isDue />)
  assert.equal(text(), 'in 5 min.')
})
