import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type BrandFont, findVoice, nameBrandVoice, tryFont } from './brand-voice.ts'
import { readFontFacts } from './font-facts.ts'
import { chooseFonts } from './fonts.ts'
import { fitText } from './text.ts'

const require = createRequire(import.meta.url)
const SERIF = readFont('@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2')
const ARABIC = readFont(
  '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
)
const VARIABLE = readFont('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const BOX = { width: 4000, height: 400 }

test('a brand speaks with its own face, and letters that it lacks come from ours, one by one', () => {
  const voice = nameBrandVoice({ title: SERIF }, 'MODERN')
  const [first, ...others] = listFamilies('Tin Lanterns, Łódź', voice)
  assert.match(first!, /^brand-/)
  assert.ok(
    others.some((family) => family.startsWith('inter-')),
    others.join(),
  )
})

test('a face without Latin leaves it to ours, and sets its own script', () => {
  const voice = nameBrandVoice({ title: ARABIC }, 'CONDENSED')
  assert.match(listFamilies('Tin Lanterns', voice)[0]!, /^sofia-sans-extra-condensed-/)
  assert.equal(chooseFonts('Tin Lanterns', voice, 'DISPLAY').weight, 900)
  assert.match(listFamilies('ليل بلا نهاية', voice)[0]!, /^brand-/)
})

test('where a brand has no font for a role, the template keeps its own', () => {
  const voice = nameBrandVoice({ title: SERIF }, 'GROTESK')
  assert.deepEqual(chooseFonts('Aury', voice, 'TEXT'), chooseFonts('Aury', 'GROTESK', 'TEXT'))
  assert.equal(nameBrandVoice({}, 'MONO'), 'MONO')
})

test('two brands in one process keep their voices apart', () => {
  const one = nameBrandVoice({ title: SERIF }, 'MODERN')
  const two = nameBrandVoice({ title: VARIABLE }, 'MODERN')
  const before = fitText('Tin Lanterns', BOX, { font: one, role: 'DISPLAY', maxSizePx: 100 })
  assert.notDeepEqual(
    before.ink,
    fitText('Tin Lanterns', BOX, { font: two, role: 'DISPLAY', maxSizePx: 100 }).ink,
  )
  assert.deepEqual(fitText('Tin Lanterns', BOX, { font: one, role: 'DISPLAY', maxSizePx: 100 }), before)
})

test('a face of any build is as high as ours, in the weight that it has', () => {
  const capitals = (font: Parameters<typeof fitText>[2]['font']) => {
    const { ink } = fitText('H', BOX, { font, role: 'DISPLAY', maxSizePx: 100, maxLines: 1 })
    return ink.bottom - ink.top
  }
  const ours = capitals('MODERN')
  for (const title of [SERIF, VARIABLE]) {
    const height = capitals(nameBrandVoice({ title }, 'MODERN'))
    assert.ok(Math.abs(height - ours) < 0.12 * ours, `${title.family}: ${height}, ours ${ours}`)
  }
  assert.equal(findVoice(nameBrandVoice({ title: SERIF }, 'MODERN'), 'DISPLAY').weight, 400)
  assert.equal(findVoice(nameBrandVoice({ text: VARIABLE }, 'MODERN'), 'TEXT').weight, 500)
})

test('a font that the canvas cannot draw with is known before it is used', () => {
  assert.equal(tryFont(SERIF), true)
  assert.equal(tryFont({ ...SERIF, path: fileURLToPath(import.meta.url), sha256: 'f'.repeat(64) }), false)
})

function listFamilies(text: string, voice: ReturnType<typeof nameBrandVoice>): string[] {
  return chooseFonts(text, voice, 'DISPLAY')
    .families.split(', ')
    .map((family) => family.replaceAll('"', ''))
}

function readFont(file: string): BrandFont {
  const path = require.resolve(file)
  return {
    ...readFontFacts(path),
    path,
    sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
  }
}
