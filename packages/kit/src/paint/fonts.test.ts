import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { GlobalFonts } from '@napi-rs/canvas'
import { covers, readCoverage } from './font-coverage.ts'
import { listHanFaces, SCRIPT_FONTS, SYMBOL_FONTS, VOICES } from './font-families.ts'
import { getEmojiSlice, isPlainLatin, listSlices } from './font-slices.ts'
import { chooseFonts, isCovered } from './fonts.ts'

const voiceFaces = [
  ...new Set(Object.values(VOICES).flatMap(({ DISPLAY, TEXT }) => [...DISPLAY.faces, ...TEXT.faces])),
]
const otherFaces = [...SCRIPT_FONTS, ...SYMBOL_FONTS].map((font) => font.face)

test('every slice that the tables name exists', () => {
  for (const face of [...voiceFaces, ...otherFaces, ...listHanFaces('JP')]) {
    for (const slice of listSlices(face)) assert.ok(existsSync(slice.path), slice.alias)
  }
  assert.ok(existsSync(getEmojiSlice().path))
})

test('every Latin slice holds what is taken for granted', () => {
  for (const face of voiceFaces) {
    const slice = listSlices(face)[0]!
    const coverage = readCoverage(slice.path)
    for (let codePoint = 0x20; codePoint < 0x2100; codePoint++) {
      if (isPlainLatin(codePoint))
        assert.ok(covers(coverage, codePoint), `${slice.alias} lacks ${codePoint.toString(16)}`)
    }
  }
})

test('character maps are read from both kinds of file', () => {
  const latin = readCoverage(listSlices(voiceFaces[0]!)[0]!.path)
  assert.ok(covers(latin, 0x41) && !covers(latin, 0x416) && !covers(latin, 0x5915))
  const emoji = readCoverage(getEmojiSlice().path)
  assert.ok(covers(emoji, 0x1f525) && !covers(emoji, 0x41))
})

const SCRIPTS: Record<string, string> = {
  Latin: 'Žluťoučký ñandú',
  Greek: 'Ελλάδα ἀρχή',
  Cyrillic: 'Москва Київ Ђорђе',
  Vietnamese: 'Nguyễn Đặng',
  Simplified: '汉字爱情',
  Traditional: '漢字愛情',
  Japanese: 'ひらがなカタカナ漢字',
  Korean: '한국어 뷁',
  Arabic: 'العربية فارسی اردو',
  Hebrew: 'עברית שָׁלוֹם',
  Devanagari: 'हिन्दी क्षितिज',
  Thai: 'ภาษาไทย',
  Bengali: 'বাংলা',
  Tamil: 'தமிழ்',
  Telugu: 'తెలుగు',
  Gujarati: 'ગુજરાતી',
  Gurmukhi: 'ਪੰਜਾਬੀ',
  Kannada: 'ಕನ್ನಡ',
  Malayalam: 'മലയാളം',
  Odia: 'ଓଡ଼ିଆ',
  Sinhala: 'සිංහල',
  Khmer: 'ខ្មែរ',
  Lao: 'ລາວ',
  Burmese: 'မြန်မာ',
  Georgian: 'ქართული',
  Armenian: 'Հայերեն',
  Amharic: 'አማርኛ',
  Tibetan: 'བོད་སྐད',
  Thaana: 'ދިވެހި',
  Cherokee: 'ᏣᎳᎩ',
  Inuktitut: 'ᐃᓄᒃᑎᑐᑦ',
  Adlam: '𞤆𞤵𞤤𞤢𞤪',
  NKo: 'ߒߞߏ',
  Tifinagh: 'ⵜⴰⵎⴰⵣⵉⵖⵜ',
  Syriac: 'ܣܘܪܝܝܐ',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ',
  Javanese: 'ꦗꦮ',
  Balinese: 'ᬩᬮᬶ',
  Sundanese: 'ᮞᮥᮔ᮪ᮓ',
  'Ol Chiki': 'ᱚᱞ ᱪᱤᱠᱤ',
  'Meetei Mayek': 'ꯃꯩꯇꯩ',
  Vai: 'ꕙꔤ',
  phonetic: 'ˈfʊt̪ɪ̯ d͡ʒ ŋ̊',
  symbols: '★☆♥♡♪♫♬→←↑↗∞≈≠●○■□▲▶◆✓✗☮☯☾✝✡☪♀♂♯♭♮①Ⓐ½™©®№†•𝄞₿€',
}

for (const [name, sample] of Object.entries(SCRIPTS)) {
  test(`${name} is covered`, () => {
    const missing = [...sample].filter((each) => !isCovered(each.codePointAt(0)!, sample))
    assert.deepEqual(missing, [])
  })
}

test('only the slices that a text needs are loaded', () => {
  assert.equal(chooseFonts('Tin Lanterns', 'MODERN', 'DISPLAY').families, '"inter-latin-opsz-normal"')
  const japanese = chooseFonts('夜', 'MODERN', 'DISPLAY', 'ja').families
  assert.match(japanese, /^"noto-sans-jp-\d+-wght-normal"$/)
  assert.ok(GlobalFonts.has(japanese.slice(1, -1)))
})

test('a face that lacks a letter gives way as a whole, so that no word is set in two faces', () => {
  assert.match(
    chooseFonts('Tiếng', 'SERIF', 'DISPLAY').families,
    /^"source-serif-4-vietnamese.*source-serif-4-latin/,
  )
  assert.match(chooseFonts('Tieng', 'SERIF', 'DISPLAY').families, /^"instrument-serif-latin/)
  assert.doesNotMatch(chooseFonts('Tiếng', 'SERIF', 'DISPLAY').families, /instrument/)
})

test('the emoji font comes after the letters and before the symbols', () => {
  const families = chooseFonts('1 ❤️ ★', 'MODERN', 'TEXT').families
  const order = ['inter-latin', 'noto-color-emoji', 'noto-sans-symbols-2'].map((name) =>
    families.indexOf(name),
  )
  assert.ok(
    order.every((at, index) => at >= 0 && (index === 0 || at > order[index - 1]!)),
    families,
  )
  assert.doesNotMatch(chooseFonts('★', 'MODERN', 'TEXT').families, /emoji/)
})

test('what no font holds is known to be missing', () => {
  for (const each of ['𒀀', '𐎠', '\ue000']) assert.equal(isCovered(each.codePointAt(0)!, each), false)
})
