import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Content } from '@songreel/sdk'
import { mount } from '../../../testing/mount.ts'
import { BackgroundChoice } from './background-choice.tsx'
import { composeBatch } from './compose-batch.ts'
import { type ChosenTemplate, draft, newSong } from './draft.ts'

const template = {
  contentId: 'PLAIN',
  needs: {},
  aspectRatios: 'ALL',
  defaults: {},
  backgrounds: ['COVER', 'VIDEOS', 'ARTIST'],
} as unknown as Content
const choice: ChosenTemplate = { contentId: 'PLAIN', requiredData: {} }
const filmed = newSong({
  title: 'Filmed',
  artist: 'Ada',
  isFromCatalogue: true,
  has: { lyrics: 0, clips: 2 },
})
const plain = newSong({ title: 'Plain', artist: 'Ada', isFromCatalogue: true, has: { lyrics: 0, clips: 0 } })

test('videos are offered where the song has some, and the cover is no choice to be sent', async (t) => {
  let chosen: ChosenTemplate | undefined
  const onChange = (next: ChosenTemplate) => {
    chosen = next
  }
  const props = { template, choice, onChange }
  const page = await mount(t, <BackgroundChoice {...props} song={filmed} />)
  const select = page.root.querySelector('select') as HTMLSelectElement
  assert.deepEqual(
    [...select.options].map(({ value }) => value),
    ['COVER', 'VIDEOS', 'ARTIST'],
  )
  const pick = (value: string) => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return chosen
  }
  assert.equal(pick('VIDEOS')?.background, 'VIDEOS')
  assert.deepEqual(pick('COVER'), choice)
  const other = await mount(t, <BackgroundChoice {...props} song={plain} />)
  assert.equal(other.root.querySelectorAll('option').length, 2)
  const none = { ...template, backgrounds: ['COVER' as const] }
  const empty = await mount(t, <BackgroundChoice {...props} template={none} song={filmed} />)
  assert.equal(empty.root.querySelector('select'), null)
})

test('a song without videos keeps its cover in a batch of several', () => {
  const whole = { ...draft.value, chosen: [{ ...choice, background: 'VIDEOS' as const }], shapes: ['9x16'] }
  const listBackgrounds = (song: typeof filmed) =>
    composeBatch(whole, song, [template]).renders.map(({ background }) => background)
  assert.deepEqual(listBackgrounds(filmed), ['VIDEOS'])
  assert.deepEqual(listBackgrounds(plain), [undefined])
})
