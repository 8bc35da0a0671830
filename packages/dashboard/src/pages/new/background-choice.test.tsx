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
const catalogued = { artist: 'Ada', isFromCatalogue: true }
const filmed = newSong({ ...catalogued, title: 'Filmed', has: { lyrics: 0, clips: 2, photos: 0 } })
const seen = newSong({ ...catalogued, title: 'Seen', has: { lyrics: 0, clips: 0, photos: 1 } })
const plain = newSong({ ...catalogued, title: 'Plain', has: { lyrics: 0, clips: 0 } })

test('what there is nothing for cannot be chosen, and it is said; the cover is no choice to be sent', async (t) => {
  let chosen: ChosenTemplate | undefined
  const onChange = (next: ChosenTemplate) => {
    chosen = next
  }
  const props = { template, choice, onChange }
  const page = await mount(t, <BackgroundChoice {...props} song={filmed} />)
  const select = page.root.querySelector('select') as HTMLSelectElement
  const listOpen = (root: Element) =>
    [...root.querySelectorAll('option')].filter(({ disabled }) => !disabled).map(({ value }) => value)
  assert.deepEqual(listOpen(page.root), ['COVER', 'VIDEOS'])
  assert.match(page.root.textContent ?? '', /Ada has no photo: add one on the artist’s page\./)
  assert.doesNotMatch(page.root.textContent ?? '', /no videos/)
  const pick = (value: string) => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return chosen
  }
  assert.equal(pick('VIDEOS')?.background, 'VIDEOS')
  assert.deepEqual(pick('COVER'), choice)
  const other = await mount(t, <BackgroundChoice {...props} song={seen} />)
  assert.deepEqual(listOpen(other.root), ['COVER', 'ARTIST'])
  assert.match(other.root.textContent ?? '', /The song has no videos: add some on its page\./)
  const wished = { ...choice, background: 'ARTIST' as const }
  const lacking = await mount(t, <BackgroundChoice {...props} choice={wished} song={plain} />)
  assert.deepEqual(listOpen(lacking.root), ['COVER'])
  assert.equal(lacking.root.querySelector('select')?.value, 'COVER')
  const none = { ...template, backgrounds: ['COVER' as const] }
  const empty = await mount(t, <BackgroundChoice {...props} template={none} song={filmed} />)
  assert.ok(empty.root.querySelector('select') === null)
})

test('a song without videos, or whose artist has no photo, keeps its cover in a batch of several', () => {
  const chosen = (['VIDEOS', 'ARTIST'] as const).map((background) => ({ ...choice, background }))
  const whole = { ...draft.value, chosen, shapes: ['9x16'] }
  const listBackgrounds = (song: typeof filmed) =>
    composeBatch(whole, song, [template]).renders.map(({ background }) => background)
  assert.deepEqual(listBackgrounds(filmed), ['VIDEOS', undefined])
  assert.deepEqual(listBackgrounds(seen), [undefined, 'ARTIST'])
  assert.deepEqual(listBackgrounds(plain), [undefined, undefined])
})
