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

test('characters that pass for covered without a look at the fonts are', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  const passing = all.filter((character) => ALWAYS_COVERED.test(character))
  assert.ok(passing.length > 180)
  assert.deepEqual(findUncoveredCharacters(passing.join('')), [])
})
