import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tidyNames } from './tidy-names.ts'

/** Texts in old encodings, byte by byte, as a reader gives them that takes them for Latin-1. */
const MISREAD: [charset: string, artist: string, title: string, hexArtist: string, hexTitle: string][] = [
  ['windows-1251', 'Кино', 'Группа крови', 'cae8edee', 'c3f0f3efefe020eaf0eee2e8'],
  ['windows-1251', 'ДДТ', 'Что такое осень', 'c4c4d2', 'd7f2ee20f2e0eaeee520eef1e5edfc'],
  ['windows-1251', 'Океан Ельзи', 'Обійми', 'ceeae5e0ed20c5ebfce7e8', 'cee1b3e9ece8'],
  ['koi8-r', 'Кино', 'Звезда по имени Солнце', 'ebc9cecf', 'fad7c5dac4c120d0cf20c9cdc5cec920f3cfcccec3c5'],
  ['windows-1253', 'Χάρις Αλεξίου', 'Πρώτη φορά', 'd7dcf1e9f220c1ebe5eedfeff5', 'd0f1fef4e720f6eff1dc'],
  [
    'windows-1250',
    'Czesław Niemen',
    'Będziesz moją panią',
    '437a6573b36177204e69656d656e',
    '42ea647a6965737a206d6f6ab92070616e69b9',
  ],
  ['windows-1256', 'فيروز', 'نسم علينا الهوى', 'ddedd1e6d2', 'e4d3e320dae1ede4c720c7e1e5e6ec'],
  ['Shift-JIS', '宇多田ヒカル', '光', '894691bd93638371834a838b', '8cf5'],
  ['Shift-JIS', '中島みゆき', '糸', '9286938782dd82e482ab', '8e85'],
  ['GBK', '周杰伦', '青花瓷', 'd6dcbddcc2d7', 'c7e0bba8b4c9'],
  ['GBK', '王菲', '红豆', 'cdf5b7c6', 'baecb6b9'],
  ['Big5', '五月天', '倔強', 'a4ada4eba4d1', 'adcfb16a'],
  ['EUC-KR', '방탄소년단', '봄날', 'b9e6c5babcd2b3e2b4dc', 'babdb3af'],
  ['EUC-KR', '아이유', '좋은 날', 'bec6c0ccc0af', 'c1c1c0ba20b3af'],
  ['windows-1252', 'Guns N’ Roses', 'Don’t Cry', '47756e73204e9220526f736573', '446f6e927420437279'],
]

describe('names in a wrong encoding', () => {
  for (const [charset, artist, title, hexArtist, hexTitle] of MISREAD) {
    test(`${charset}: ${artist}, ${title}`, () => {
      const given = { artist: fromHex(hexArtist), title: fromHex(hexTitle) }
      assert.deepEqual(tidyNames(given).names, { title, artist })
    })
  }

  test('UTF-8 that was taken for Latin-1 is repaired field by field, also when it happened twice', () => {
    const { names, notes } = tidyNames({ title: 'DÃ©jÃ\u00a0 vu', artist: 'Beyoncé', album: 'BÃƒÂ©' })
    assert.deepEqual(names, { title: 'Déjà vu', artist: 'Beyoncé', album: 'Bé' })
    assert.deepEqual(
      notes.map(({ field, kind }) => `${field} ${kind}`),
      ['title REPAIRED', 'album REPAIRED'],
    )
  })

  test('what cannot be repaired for certain is left out, and what is right stays', () => {
    assert.deepEqual(tidyNames({ title: 'J\ufffdga', artist: 'Кино', album: '???? ??' }), {
      names: { artist: 'Кино' },
      notes: [
        { field: 'title', kind: 'UNREADABLE', seen: 'J\ufffdga' },
        { field: 'album', kind: 'UNREADABLE', seen: '???? ??' },
      ],
    })
    // 米津玄師 in Shift-JIS; too short to tell it from Chinese.
    assert.deepEqual(tidyNames({ title: 'Lemon', artist: fromHex('95c492c38cba8e74') }).names, {
      title: 'Lemon',
    })
  })

  test('names of western languages stay as they are', () => {
    const names = [
      ['Mötley Crüe', 'Señorita Ñandú'],
      ['M¥SS KETA', '¿Qué pasó?'],
      ['Lluís Llach', 'Col·lecció'],
      ['Don´t', 'À la créée'],
      ['Ólafur Arnalds', 'Þú ert jörðin'],
      ['Ø', 'Ágætis byrjun'],
      ['Hunter×Hunter', 'Either/Or'],
      ['XXXTENTACION', '?'],
    ] as const
    for (const [artist, title] of names)
      assert.deepEqual(tidyNames({ artist, title }), { names: { title, artist }, notes: [] })
  })
})

describe('web addresses in names', () => {
  const cases: [seen: string, shown: string | undefined][] = [
    ['www.freesongs.com', undefined],
    ['https://example.org/dl?id=3', undefined],
    ['[djsite.com]', undefined],
    ['*** Songs-Site.Info ***', undefined],
    ['Tide - www.Songs-Site.info', 'Tide'],
    ['Tide (songs-site.net)', 'Tide'],
    ['Tide [www.site.com] (Remix)', 'Tide (Remix)'],
    ['site.com - Tide', 'Tide'],
    ['Tide | http://site.com/x', 'Tide'],
    ['will.i.am', 'will.i.am'],
    ['S.O.S.', 'S.O.S.'],
    ['Ordering from Pets.com Tonight', 'Ordering from Pets.com Tonight'],
    ['Mr. Brightside', 'Mr. Brightside'],
    ['Vol. 2.1', 'Vol. 2.1'],
  ]
  for (const [seen, shown] of cases) {
    test(`${seen} is shown as ${shown ?? 'nothing'}`, () => {
      const { names, notes } = tidyNames({ title: seen })
      assert.equal(names.title, shown)
      assert.deepEqual(notes, shown === seen ? [] : [{ field: 'title', kind: 'WEB_ADDRESS', seen }])
    })
  }
})

test('the name of a file is a title without its ending', () => {
  assert.equal(tidyNames({ title: 'Mistic Sun.mp3.AIFF' }).names.title, 'Mistic Sun')
  assert.equal(tidyNames({ title: '.wav' }).names.title, '.wav')
})

test('what rippers write when they know nothing is no name', () => {
  const { names } = tidyNames({ title: 'Unknown', artist: 'Unknown Artist', album: '<unknown>' })
  assert.deepEqual(names, { title: 'Unknown' })
})

function fromHex(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1')
}
