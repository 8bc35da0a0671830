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

test('a font for text whose strokes would be lost is named', () => {
  const plan = aFixturePlan('', 'song.wav', { size: { width: 300, height: 300 } })
  const cover = paintCover('ART', { song: { title: 'Sea', artist: 'Aury' }, seed: 1, sidePx: 300 })
  const template = defineTemplate({ contentId: 'BASE_TEST', title: 'T', description: 'T', setup: () => [] })
  const font = {
    format: 'TTF' as const,
    family: 'Aubaine',
    style: 'Light',
    weights: [300, 300] as [number, number],
    glyphCount: 200,
    scripts: ['Latn'],
    embedding: 'INSTALLABLE' as const,
    isHandwriting: false,
    sample: 'abc',
    path: 'aubaine.ttf',
    sha256: '0'.repeat(64),
  }
  const warn = (fonts: object) =>
    listBrandWarnings(plan, { template, data: {}, cover, clips: [], brand: { name: 'Label', fonts } }).map(
      ({ code, message }) => `${code} ${message}`,
    )
  assert.match(warn({ text: { ...font, hairline: 0.02 } })[0]!, /^BRAND_FONT_THIN .*Aubaine Light/)
  assert.deepEqual(warn({ title: { ...font, hairline: 0.02 } }), [], 'titles are large')
  assert.deepEqual(warn({ text: { ...font, hairline: 0.08 } }), [])
})
