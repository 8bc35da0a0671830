import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineTemplate } from '@songreel/kit'
import { findUncoveredCharacters } from '@songreel/kit/drawing'
import type { StoreMaster } from '@songreel/kit/input'
import { aFixturePlan } from '../../testing/plans.ts'
import { paintCover } from '../rehearsal/rehearsal-covers.ts'
import { ALWAYS_COVERED, listSongWarnings } from './list-warnings.ts'

test('a template for stores warns of a cover that is enlarged, and says what to send', async () => {
  const cover = paintCover('ART', { song: { title: 'Sea', artist: 'Aury' }, seed: 1, sidePx: 300 })
  const size = { width: 400, height: 520 }
  const plan = aFixturePlan('', 'song.wav', { size, files: { cover: 'folder/sea.jpg', clips: [] } })
  const about = { contentId: 'BASE_TEST', title: 'Test', description: 'A test.', setup: () => [] }
  const warn = (master?: StoreMaster) => {
    const template = defineTemplate({ ...about, ...(master && { master }) })
    return listSongWarnings(plan, { template, data: {}, cover, clips: [] }, undefined)
  }
  assert.deepEqual(await warn(), [])
  assert.deepEqual(await warn({ sizes: {}, bitRateMbps: 45 }), [
    {
      code: 'COVER_ENLARGED',
      message:
        'sea.jpg is 300×300 and was enlarged to 400×400. Stores refuse enlarged covers: send one of 400×400 or more.',
    },
  ])
})

test('a colour of a brand that could not be worn as it is names both', async () => {
  const brand = { name: 'Label', colors: { background: '#fff8e7', accent: '#ffd400' } }
  const song = { title: 'Sea', artist: 'Aury' }
  const cover = paintCover('ART', { song, seed: 1, sidePx: 300, brand: brand.colors })
  const plan = aFixturePlan('', 'song.wav', { brand, size: { width: 300, height: 300 } })
  const template = defineTemplate({ contentId: 'BASE_TEST', title: 'T', description: 'T', setup: () => [] })
  const [warning, ...others] = await listSongWarnings(
    plan,
    { template, data: {}, cover, clips: [] },
    undefined,
  )
  assert.deepEqual(others, [])
  assert.equal(warning?.code, 'BRAND_COLOR_CHANGED')
  assert.match(
    warning.message,
    /^The accent of Label is #ffd400, which could not be read here; #\w{6} was used\.$/,
  )
})

test('characters that pass for covered without a look at the fonts are', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  const passing = all.filter((character) => ALWAYS_COVERED.test(character))
  assert.ok(passing.length > 180)
  assert.deepEqual(findUncoveredCharacters(passing.join('')), [])
})
