import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineTemplate } from '@songreel/kit'
import { aFixturePlan } from '../../testing/plans.ts'
import { paintCover } from '../rehearsal/rehearsal-covers.ts'
import { listBrandWarnings } from './brand-warnings.ts'

test('a colour of a brand that could not be worn as it is names both', () => {
  const brand = { name: 'Label', colors: { background: '#fff8e7', accent: '#ffd400' } }
  const song = { title: 'Sea', artist: 'Aury' }
  const cover = paintCover('ART', { song, seed: 1, sidePx: 300, brand: brand.colors })
  const plan = aFixturePlan('', 'song.wav', { brand, size: { width: 300, height: 300 } })
  const template = defineTemplate({ contentId: 'BASE_TEST', title: 'T', description: 'T', setup: () => [] })
  const [warning, ...others] = listBrandWarnings(plan, { template, data: {}, cover, clips: [] })
  assert.deepEqual(others, [])
  assert.equal(warning?.code, 'BRAND_COLOR_CHANGED')
  const { field, wished, used } = warning.change ?? {}
  assert.deepEqual([field, wished], ['colors.accent', '#ffd400'])
  assert.equal(
    warning.message,
    `The accent of Label is #ffd400, which could not be read here; ${used} was used.`,
  )
})
