import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { language } from './languages.ts'
import { SamplesHead } from './samples-head.tsx'

async function open(t: TestContext) {
  t.after(() => {
    language.value = 'curl'
    delete document.documentElement.dataset.language
    localStorage.clear()
  })
  const view = await mount(
    t,
    <>
      <SamplesHead operationId="createArtist" />
      <SamplesHead operationId="getArtist" />
    </>,
  )
  const isChosen = (id: string) => document.getElementById(id)?.getAttribute('aria-selected') === 'true'
  return { ...view, isChosen }
}

test('a language that is chosen for one call counts for all, and for the next visit', async (t) => {
  const { press, isChosen } = await open(t)
  assert.ok(isChosen('createArtist-curl-tab') && isChosen('getArtist-curl-tab'))
  await press('Python')
  assert.ok(isChosen('createArtist-python-tab') && isChosen('getArtist-python-tab'))
  assert.equal(document.documentElement.dataset.language, 'python')
  assert.equal(localStorage.getItem('songreel.language'), 'python')
})

test('arrow keys choose the next one, and every tab names its own code', async (t) => {
  const { key, control, isChosen } = await open(t)
  await key(control('curl'), 'ArrowRight')
  assert.equal(document.activeElement?.id, 'createArtist-javascript-tab')
  assert.ok(isChosen('getArtist-javascript-tab'))
  assert.equal(document.activeElement?.getAttribute('aria-controls'), 'createArtist-javascript')
})
