import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Content } from '@songreel/sdk'
import { mount } from '../../testing/mount.ts'
import { DataForm } from './data-form.tsx'

const TEMPLATE = {
  defaults: { barStyle: 'ROUND_BARS' },
  requiredDataSchema: {
    properties: {
      lyrics: { type: 'string' },
      barStyle: { type: 'string', enum: ['ROUND_BARS', 'LINES'] },
      map: { type: 'object' },
      theme: { type: 'string', enum: ['LIGHT', 'DARK'] },
      customText: { type: 'string' },
    },
  },
} as unknown as Content

const form = (hasOwnLyrics: boolean) => (
  <DataForm template={TEMPLATE} data={{}} errors={{}} hasOwnLyrics={hasOwnLyrics} onChange={() => {}} />
)

test('what nearly everybody changes comes first, in plain words; what people cannot type is left out', async (t) => {
  const view = await mount(t, form(false))
  const labels = () => [...view.root.querySelectorAll('label')].map(({ textContent }) => textContent)
  assert.deepEqual(labels(), ['Text', 'Light or dark', 'Lyrics', 'Bar style'])
  await view.show(form(true))
  assert.deepEqual(
    labels(),
    ['Text', 'Light or dark', 'Bar style'],
    'lyrics that come with the song are not asked for',
  )
})

test('an empty choice says what it stands for', async (t) => {
  const view = await mount(t, form(false))
  const first = (label: string) => view.box<HTMLSelectElement>(label).options[0]?.textContent
  assert.equal(first('Bar style'), 'Round bars')
  assert.equal(first('Light or dark'), 'What suits the cover')
})
