import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount, until } from '../../../testing/mount.ts'
import { BatchFilters, type Chosen } from './batch-filters.tsx'

test('what the address says is what the boxes show', async (t) => {
  const chosen = { q: 'lantern', status: 'FAILED', from: '2026-10-01' }
  const view = await mount(t, <BatchFilters chosen={chosen} onChoose={() => {}} />)
  assert.equal(view.box('Find').value, 'lantern')
  assert.equal(view.box<HTMLSelectElement>('State').value, 'FAILED')
  assert.equal(view.box('From').value, '2026-10-01')
  assert.equal(view.box('To').value, '')
})

test('a state and a day are chosen at once; words only when the typing pauses, without the spaces around them', async (t) => {
  const news: Chosen[] = []
  const view = await mount(t, <BatchFilters chosen={{}} onChoose={(next) => news.push(next)} />)
  await view.type('State', 'COMPLETED')
  await view.type('To', '2026-11-01')
  assert.deepEqual(news, [{ status: 'COMPLETED' }, { to: '2026-11-01' }])

  for (const text of ['t', 'ti', ' tin ']) await view.type('Find', text)
  assert.equal(news.length, 2, 'nobody is asked at every key')
  await until(() => news.length > 2, 'the words are looked for')
  assert.deepEqual(news.slice(2), [{ q: 'tin' }])
})

test('states have the words that the rest of the pages use', async (t) => {
  const view = await mount(t, <BatchFilters chosen={{}} onChoose={() => {}} />)
  const options = [...view.box<HTMLSelectElement>('State').options].map((option) => option.textContent)
  assert.deepEqual(options, ['All', 'Waiting', 'In progress', 'Done', 'Partly done', 'Failed', 'Stopped'])
})
