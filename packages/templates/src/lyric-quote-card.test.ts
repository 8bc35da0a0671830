import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, planFrame, toGroundTone } from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { chooseQuote } from './lyric-quote-card/choose-quote.ts'
import { chooseWords } from './lyric-quote-card/choose-words.ts'
import { inkQuote } from './lyric-quote-card/ink-quote.ts'
import { planLayout } from './lyric-quote-card/layout.ts'
import { LEAK_CONTRAST } from './lyric-quote-card/light-leak.ts'

const SONG = [
  'Oh',
  'We left the harbour with the lights still on,',
  'and the water held our names (held our names)',
  'Oh',
  'I kept one lantern burning for you',
  'Stay',
  'I kept one lantern burning for you',
]

test('the line that comes back is the quote', () => {
  assert.equal(chooseQuote(SONG, []), 'I kept one lantern burning for you')
})

test('a line that is sung in the video comes before one that is not, and loses its loose ends', () => {
  assert.equal(
    chooseQuote(SONG, ['We left the harbour with the lights still on,']),
    'We left the harbour with the lights still on',
  )
  assert.equal(
    chooseQuote(SONG, ['and the water held our names (held our names)']),
    'and the water held our names',
  )
})

test('short lines are joined, and a song of one word has that one', () => {
  assert.equal(chooseQuote(['Come back', 'to the water'], []), 'Come back to the water')
  assert.equal(chooseQuote(['Stay', 'Stay'], []), 'Stay')
  assert.equal(chooseQuote(['夜明けのうたがきこえる', 'ああ'], []), '夜明けのうたがきこえる')
  assert.equal(chooseQuote(['(oh)'], []), '')
})

for (const [quote, lit] of [
  ['I kept one lantern burning for you', 'lantern burning'],
  ['We left the harbour with the lights still on,', 'harbour lights still'],
  ['because of what you were to me', 'because'],
  ['Je ne regrette rien avec toi', 'regrette'],
  ['Ich werde nicht ohne deine Stimme schlafen', 'werde Stimme schlafen'],
  ['夜 明 け の う た が き こ え る', '夜明け'],
  ['月 亮 代 表 我 的 心', '月亮 代表'],
  ['사랑은 돌아오는 거야', '사랑은 돌아오는'],
  ['ليل بلا نهاية في المدينة', 'نهاية المدينة'],
  ['Stay', 'Stay'],
  ['…', ''],
] as const)
  test(`the words that say something in "${quote}"`, () => {
    const words = quote.split(' ')
    const chosen = chooseWords(words).map((group) => group.map((i) => words[i]).join(''))
    assert.equal(chosen.join(' ').replace(/[^\p{L} ]/gu, ''), lit)
  })

test('in a tall frame the names stand at the foot of the safe box, beside a cover that fills the room below it', () => {
  const size = { width: 1080, height: 1920 }
  const words = {
    ...{ quote: 'I kept one lantern burning for you', kicker: '' },
    ...{ attribution: 'North & Vale', title: 'Harbour Lights' },
  }
  const { safe } = planFrame(size)
  const { art, credits, quote } = planLayout(size, words, { font: 'SERIF', place: 'HIGH' })
  const foot = safe.y + safe.height
  const last = Math.max(...credits.map(({ box }) => box.y + box.height))
  assert.ok(last <= foot && last > foot - 24, `names down to ${last} of ${foot}`)
  assert.ok(art.width >= 0.38 * size.width && art.y + art.height > 0.85 * size.height)
  assert.ok(quote.layout.sizePx >= 196, `a quote of ${quote.layout.sizePx} px`)
})

test('the stamp keeps its distance from the names, also at its largest on a beat', () => {
  const attribution = 'North & Vale and the whole of their travelling band'
  const words = { kicker: '', attribution, title: 'Harbour Lights' }
  for (const height of [1080, 1350, 1920])
    for (const quote of ['I kept one lantern burning for you', 'أغنية طويلة عن البحر'])
      for (const picture of [undefined, { width: 1600, height: 923 }, { width: 667, height: 1000 }]) {
        const size = { width: 1080, height }
        const plan = { font: 'SERIF', place: 'HIGH', picture } as const
        const { art, credits, isMirrored } = planLayout(size, { ...words, quote }, plan)
        for (const { box, layout } of credits.filter(({ layout }) => layout.lines.length > 0)) {
          const right = box.x + layout.ink.right
          const gap = isMirrored ? art.x - right : box.x + layout.ink.left - art.x - art.width
          assert.ok(gap >= 40, `${height}: ${gap} px`)
        }
      }
})

test('a stamp that is wider than high keeps its shape, and leaves the names their room', () => {
  const words = {
    ...{ quote: 'I kept one lantern burning for you', kicker: '' },
    ...{ attribution: 'North & Vale', title: 'Harbour Lights' },
  }
  for (const height of [1080, 1350, 1920]) {
    const size = { width: 1080, height }
    const picture = { width: 1600, height: 923 }
    const { art, credits } = planLayout(size, words, { font: 'SERIF', place: 'HIGH', picture })
    const { safe } = planFrame(size)
    assert.ok(Math.abs(art.width / art.height - 1600 / 923) < 1e-6 && art.width > 0.3 * size.width)
    for (const { box, layout } of credits.filter(({ layout }) => layout.lines.length > 0)) {
      assert.ok(box.x >= art.x + art.width && box.x + box.width <= safe.x + safe.width + 1)
      assert.ok(box.y + layout.ink.bottom <= safe.y + safe.height, `${height}: below the safe box`)
    }
  }
})

test('a stamp that is higher than wide keeps its shape, and is no higher than a square one', () => {
  const words = {
    ...{ quote: 'I kept one lantern burning for you', kicker: '' },
    ...{ attribution: 'North & Vale', title: 'Harbour Lights' },
  }
  for (const height of [1080, 1350, 1920])
    for (const place of ['HIGH', 'LOW', 'OVER_PICTURE'] as const)
      for (const width of [300, 500, 667, 900]) {
        const size = { width: 1080, height }
        const picture = { width, height: 1000 }
        const square = planLayout(size, words, { font: 'SERIF', place })
        const { art, rule, credits } = planLayout(size, words, { font: 'SERIF', place, picture })
        assert.ok(Math.abs(art.width / art.height - width / 1000) < 1e-6)
        assert.deepEqual([art.y, art.height, rule], [square.art.y, square.art.height, square.rule])
        for (const { box, layout } of credits.filter(({ layout }) => layout.lines.length > 0))
          assert.ok(box.x + layout.ink.left >= art.x + art.width, `${height}: on the stamp`)
      }
})

test('the word that is read is the brightest, on every cover, and the others can be read on the brightest light', () => {
  for (const [red, green, blue] of [
    [1, 1, 1],
    [1.2, 0.3, 0.2],
    [0.1, 0.5, 1.3],
  ] as const) {
    const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * 64 * 64))
    for (let i = 0; i < 64 * 64; i++) {
      const light = 40 + 2 * (i % 64)
      pixels.set([red * light, green * light, blue * light, 255], 4 * i)
    }
    const picture = { pixels, width: 64, height: 64, originalWidth: 64, originalHeight: 64, hasAlpha: false }
    for (const theme of ['DARK', 'LIGHT'] as const) {
      const { palette } = describeCover(picture, picture, { theme }, false)
      const { text, rest } = inkQuote(palette)
      const ground = toGroundTone('#808080', palette.text, LEAK_CONTRAST)
      assert.ok(contrast(text, rest) > 1.5, `${theme}: a step of ${contrast(text, rest)}`)
      assert.ok(contrast(rest, ground) >= 4.5, `${theme}: ${contrast(rest, ground)} at rest`)
    }
  }
})
