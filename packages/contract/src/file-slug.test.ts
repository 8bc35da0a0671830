import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../testing/any-character.ts'
import { toFileSlug } from './file-slug.ts'

const SLUGS: [string, string][] = [
  ['Odalys Wren', 'odalys-wren'],
  ['Sigur Rós & Straße', 'sigur-ros-strasse'],
  ['Rock ’n’ Roll, Baby!', 'rock-n-roll-baby'],
  ['Để Mị Nói Cho Mà Nghe', 'de-mi-noi-cho-ma-nghe'],
  ['Молчат Дома', 'molchat-doma'],
  ['Ελληνικά', 'ellinika'],
  ['周杰倫', 'zhoujielun'],
  ['夜に駆ける', 'yeniqukeru'],
  ['방탄소년단', 'bangtansonyeondan'],
  ['กรุงเทพ', 'krungethph'],
  ['नमस्ते दुनिया', 'nmste-duniya'],
  ['أغنية', 'ghnyh'],
  ['שלום', 'slvm'],
  ['ქართული', 'kartuli'],
  ['❤️‍🔥', 'heart-fire'],
  ['e\u0301', 'e'],
  ['../../etc/passwd', 'etc-passwd'],
  ['...', ''],
  ['꧁꧂', ''],
]

for (const [text, slug] of SLUGS) {
  test(`"${text}" becomes "${slug}"`, () => assert.equal(toFileSlug(text), slug))
}

test('a long text is cut between words, and a long word inside', () => {
  assert.equal(toFileSlug('the night has a thousand eyes', 12), 'the-night')
  assert.equal(toFileSlug('Donaudampfschifffahrt', 8), 'donaudam')
})

test('any text gives ASCII words of at most the asked length', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 80 }), (text, max) => {
      const slug = toFileSlug(text, max)
      assert.match(slug, /^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      assert.ok(slug.length <= max)
    }),
  )
})
