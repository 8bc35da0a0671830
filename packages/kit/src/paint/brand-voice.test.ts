import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { type BrandFont, findHairline, findVoice, nameBrandVoice, tryFont } from './brand-voice.ts'
import { readFontFacts } from './font-facts.ts'
import { chooseFonts } from './fonts.ts'
import { drawText, fitText } from './text.ts'

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

test('a face without Latin has one companion of its weight in every look, and sets its own script', () => {
  const bold: BrandFont = { ...ARABIC, weights: [800, 800], sha256: 'd'.repeat(64) }
  const voices = (['CONDENSED', 'SERIF', 'MONO'] as const).map((own) => nameBrandVoice({ title: bold }, own))
  const set = voices.map((voice) => chooseFonts('Tin Lanterns', voice, 'DISPLAY'))
  assert.match(set[0]!.families, /^"inter-/)
  assert.equal(set[0]!.weight, 800)
  for (const other of set) assert.deepEqual(other, set[0])
  for (const voice of voices) assert.match(listFamilies('ليل بلا نهاية', voice)[0]!, /^brand-/)
})

test('a face of thick and thin strokes without Latin has a serif beside it', () => {
  const naskh: BrandFont = { ...ARABIC, weights: [400, 400], hairline: 0.03, sha256: 'e'.repeat(64) }
  const voice = nameBrandVoice({ title: naskh, text: naskh }, 'MODERN')
  for (const role of ['DISPLAY', 'TEXT'] as const) {
    const { families, weight } = chooseFonts('Tin Lanterns', voice, role)
    assert.match(families, /^"source-serif-4-/)
    assert.equal(weight, 400)
  }
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

test('hairlines are drawn bolder in small type, and a face with strong strokes stays as it is', () => {
  const thin = { ...SERIF, hairline: 0.025 }
  const own = nameBrandVoice({ text: { ...SERIF, sha256: 'b'.repeat(64) } }, 'MODERN')
  const bold = nameBrandVoice({ text: { ...thin, sha256: 'c'.repeat(64) } }, 'MODERN')
  const countInk = (font: typeof own) => {
    const layout = fitText('lantern', BOX, { font, role: 'TEXT', maxSizePx: 100, maxLines: 1 })
    const ctx = createCanvas(600, 200).getContext('2d')
    drawText(ctx, layout, 40, 40, '#000000')
    const { data } = ctx.getImageData(0, 0, 600, 200)
    let ink = 0
    for (let i = 3; i < data.length; i += 4) ink += data[i]!
    return { ink, size: layout.ink }
  }
  const [plain, emboldened] = [countInk(own), countInk(bold)]
  assert.ok(emboldened.ink > 1.15 * plain.ink, `${emboldened.ink} to ${plain.ink}`)
  assert.ok(emboldened.size.bottom > plain.size.bottom, 'its box has room for the bolder strokes')
})

test('the thin strokes of a face are measured, in Latin and without', () => {
  const [serif, sans, arabic] = [SERIF, VARIABLE, ARABIC].map(findHairline)
  assert.ok(serif! > 0.02 && serif! < 0.05, `${serif}`)
  assert.ok(sans! > 0.06 && sans! < 0.12, `${sans}`)
  assert.ok(arabic! > 0.04 && arabic! < 0.15, `${arabic}`)
})
