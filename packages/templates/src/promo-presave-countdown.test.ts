import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexToOklch, type Palette, type PlacedText, planFrame } from '@songreel/kit'
import { parseTemplateData } from '@songreel/render'
import { loadTemplates } from './load-templates.ts'
import { chooseColours, findFamily } from './promo-presave-countdown/colours.ts'
import { standHand } from './promo-presave-countdown/hand.ts'
import { planLayout } from './promo-presave-countdown/layout.ts'
import { wordCountdown } from './promo-presave-countdown/release-day.ts'
import { NUMBER_SWELL } from './promo-presave-countdown/tall.ts'

async function parse(data: Record<string, unknown>) {
  const loaded = (await loadTemplates()).get('PROMO_PRESAVE_COUNTDOWN')
  assert.ok(loaded)
  return parseTemplateData(loaded.template, data)
}

test('days are counted from the day that is given, in the form and language of the reader', () => {
  const word = (language?: string, asOf = '2027-02-28') => wordCountdown('2027-03-12', asOf, language)
  assert.deepEqual(word(), { number: '12', unit: 'days', date: 'Friday, March 12' })
  assert.deepEqual(word('en-GB'), { number: '12', unit: 'days', date: 'Friday 12 March' })
  assert.deepEqual(word('de'), { number: '12', unit: 'Tage', date: 'Freitag, 12. März' })
  assert.deepEqual(word('ja'), { number: '12', unit: '日', date: '3月12日金曜日' })
  assert.deepEqual(word('en', '2027-03-11'), { number: '1', unit: 'day', date: 'Friday, March 12' })
  assert.equal(word('ar').number, '12')
  // Over New Year's Eve the year is named; clocks that change in between count as whole days.
  assert.deepEqual(word('en', '2026-12-31'), { number: '71', unit: 'days', date: 'March 12, 2027' })
  assert.equal(wordCountdown('2027-11-01', '2027-03-01').number, '245')
})

test('on the day itself one word says so', () => {
  assert.deepEqual(wordCountdown('2027-03-12', '2027-03-12', 'fr'), {
    number: 'Aujourd’hui',
    unit: '',
    date: 'vendredi 12 mars',
  })
})

test('the day to count from is fixed when the video is requested', async () => {
  const data = await parse({ releaseDate: '2027-03-12', asOf: '2027-03-01' })
  assert.equal(data.asOf, '2027-03-01')
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const today = await parse({ releaseDate: soon })
  assert.match(String(today.asOf), /^\d{4}-\d{2}-\d{2}$/)
})

test('what cannot be counted is refused with the reason', async () => {
  const refuse = (data: Record<string, unknown>, reason: RegExp) => assert.rejects(parse(data), reason)
  await refuse({}, /releaseDate/)
  await refuse({ releaseDate: 'soon' }, /releaseDate: must be a day such as 2027-03-12/)
  await refuse({ releaseDate: '2027-02-30', asOf: '2027-01-01' }, /releaseDate: must be a day/)
  await refuse({ releaseDate: '2019-05-01' }, /releaseDate: is past: it must not be before \d{4}-/)
  await refuse({ releaseDate: '2027-03-12', asOf: '2027-03-13' }, /must not be before 2027-03-13/)
  await refuse(
    { releaseDate: '2032-03-12', asOf: '2027-03-13' },
    /too far away: .* 999 days after 2027-03-13/,
  )
  await refuse(
    { releaseDate: '2027-03-12', asOf: '2027-03-01', language: 'not a language' },
    /language: must be/,
  )
})

const WORDS = {
  ...{ number: '12', unit: 'days', date: 'Friday, March 12', kicker: '' },
  ...{ cta: 'Pre-save now', link: 'aury.example/sea', title: 'Infinite Sea', artist: 'Aury Delacroix' },
}

const SLEEVE = { width: 1000, height: 1000 }

function toInk({ box, layout: { ink } }: PlacedText) {
  return {
    left: box.x + ink.left,
    right: box.x + ink.right,
    top: box.y + ink.top,
    bottom: box.y + ink.bottom,
  }
}

const TALL = { width: 1080, height: 1920 }
const SQUARE = { width: 1080, height: 1080 }

for (const [shape, size, least] of [
  ['9x16', TALL, 0.66],
  ['1x1', SQUARE, 1],
] as const) {
  test(`${shape}: nearly all of the cover stands on an edge of the frame, large, and no word reaches it`, () => {
    const { art, texts, number, unit, dial, tape } = planLayout(size, WORDS, { font: 'GROTESK', art: SLEEVE })
    assert.ok(art.width >= 545 && art.height >= least * art.width, `a cover of ${art.width} px`)
    assert.ok(art.y === 0 || art.y + art.height === size.height)
    const edges = Object.values(texts).filter(({ layout }) => layout.lines.length > 0)
    for (const text of edges) {
      const { top, bottom } = toInk(text)
      assert.ok(
        bottom < art.y - 0.068 * art.height || top > art.height * 1.068,
        'the cover reaches the words',
      )
    }
    const { safe } = planFrame(size)
    assert.ok(toInk(number).top >= safe.y && (!dial || toInk(number).left > dial.x - dial.radius))
    assert.ok(unit.layout.sizePx >= 32)
    const [ofUnit, ofNumber] = [toInk(unit), toInk(number)]
    assert.ok(tape ? ofUnit.left - ofNumber.right >= 24 : ofUnit.top - ofNumber.bottom >= 24)
    assert.ok(toInk(number).bottom - toInk(number).top >= 200, 'the number is what is seen first')
    for (const [name, px] of [
      ['artist', 46],
      ['date', 64],
      ['cta', 54],
      ['link', 54],
    ] as const)
      assert.ok(texts[name].layout.sizePx >= px, `a ${name} of ${texts[name].layout.sizePx} px`)
  })

  for (const title of [
    'The long and winding story of everything we never said to each other on the bridge '.repeat(2),
    'أغنية طويلة عن البحر',
  ]) {
    test(`${shape}: ${title.slice(0, 20)}… leaves dial, logo and words their places`, () => {
      const words = { ...WORDS, title, kicker: 'The new single' }
      const { art, texts, dial, tape, number, logo } = planLayout(size, words, {
        font: 'GROTESK',
        art: SLEEVE,
        logo: { width: 600, height: 300 },
      })
      const { safe } = planFrame(size)
      assert.ok((!dial || dial.radius >= 120) && toInk(number).top >= safe.y)
      assert.ok(dial ? !tape : tape, 'a whole dial, or a tape')
      assert.ok(art.width >= 400)
      assert.ok(logo)
      const mark = {
        left: logo.x,
        right: logo.x + logo.width,
        top: logo.y,
        bottom: logo.y + logo.height,
      }
      const inks = Object.values(texts).map(toInk)
      for (const { left, right, top, bottom } of [...inks, mark]) {
        const isBeside = dial && (left >= dial.x + dial.radius || right <= dial.x - dial.radius)
        const isOutside = isBeside || (dial && top >= dial.y + dial.radius)
        assert.ok(tape ? top >= tape.box.y + tape.box.height : isOutside, 'ticks are covered')
        assert.ok(top >= safe.y - 1 && bottom <= safe.y + safe.height + 1)
        assert.ok(left >= safe.x - 1 && right <= safe.x + safe.width + 1)
        assert.ok(bottom <= art.y || top >= art.y + art.height)
      }
      for (const { left, right, top, bottom } of inks)
        assert.ok(right <= mark.left || left >= mark.right || bottom <= mark.top || top >= mark.bottom)
    })
  }
}

test('9x16: the number is 40 % as wide as the frame, and a cover that would lose its subject stands whole in the middle', () => {
  const { number, texts } = planLayout(TALL, WORDS, { font: 'GROTESK', art: SLEEVE })
  const { left, right, bottom } = toInk(number)
  assert.ok(right - left >= 0.39 * TALL.width, `${right - left} px`)
  assert.ok(right + 40 < toInk(texts.date).left && bottom + 40 < toInk(texts.title).top)
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (const cell of [0, 19, 380, 399]) weights[cell] = 0.25
  const art = { ...SLEEVE, salience: { columns: 20, rows: 20, weights, faces: [] } }
  const whole = planLayout(TALL, WORDS, { font: 'GROTESK', art }).art
  assert.ok(Math.abs(whole.width - whole.height) <= 1 && whole.y + whole.height === TALL.height)
  assert.ok(whole.width >= 0.75 * TALL.width && Math.abs(whole.x + whole.width / 2 - TALL.width / 2) <= 1)
})

for (const title of ['Infinite Sea', 'أغنية طويلة عن البحر'])
  test(`9x16: also at its largest the number keeps its distance from what stands beside it: ${title}`, () => {
    for (const number of ['5', '12', '100', '365']) {
      const words = { ...WORDS, title, number }
      const layout = planLayout(TALL, words, { font: 'GROTESK', art: SLEEVE })
      const { left, right } = toInk(layout.number)
      const { x, width } = layout.number.box
      const still = x + layout.grows * width
      const grown = (edge: number) => still + (1 + NUMBER_SWELL) * (edge - still)
      for (const beside of [layout.unit, layout.texts.date].map(toInk)) {
        const gap = layout.grows === 0 ? beside.left - grown(right) : grown(left) - beside.right
        assert.ok(gap >= 32, `${number}: ${gap} px`)
      }
    }
  })

test('9x16: the title is second only to the number, the artist has one line, and no day is broken into more than three', () => {
  const { texts, unit } = planLayout(TALL, WORDS, { font: 'GROTESK', art: SLEEVE })
  assert.ok(texts.title.layout.sizePx >= 140, `a title of ${texts.title.layout.sizePx} px`)
  for (const text of [texts.date, texts.artist, texts.cta, texts.link, unit])
    assert.ok(texts.title.layout.sizePx >= 1.4 * text.layout.sizePx, `${text.layout.sizePx} px`)
  assert.equal(texts.artist.layout.lines.length, 1)
  assert.ok(unit.layout.sizePx >= 100, `a unit of ${unit.layout.sizePx} px`)
  const long = { ...WORDS, date: 'Donnerstag, 30. September 2027 in aller Frühe' }
  const { date } = planLayout(TALL, long, { font: 'GROTESK', art: SLEEVE }).texts
  assert.ok(date.layout.lines.length <= 3 && date.layout.sizePx >= 48, `${date.layout.sizePx} px`)
})

test('1x1: where a square would leave out somebody, all of the cover stands beside the dial, flush with the frame', () => {
  const size = { width: 1080, height: 1080 }
  const square = { width: 1600, height: 923 }
  const { art, anchor, dial, texts } = planLayout(size, WORDS, { font: 'GROTESK', art: SLEEVE, square })
  assert.ok(dial)
  assert.ok(Math.abs(art.width / art.height - 1600 / 923) < 1e-6 && art.x + art.width === size.width)
  assert.ok(Math.abs(art.y + art.height / 2 - dial.y) < 1e-6 && anchor.x === 1)
  assert.ok(dial.x + dial.radius < art.x && art.y + art.height < texts.title.box.y)
})

for (const title of ['Infinite Sea', 'أغنية طويلة عن البحر'])
  test(`1x1: a group that stands upright is whole, flush in the corner, beside the dial and above the words: ${title}`, () => {
    for (const width of [300, 500, 667, 900]) {
      const square = { width, height: 1000 }
      const plan = { font: 'GROTESK', art: square, square } as const
      const { art, anchor, dial, texts, swell } = planLayout(SQUARE, { ...WORDS, title }, plan)
      const isMirrored = title !== 'Infinite Sea'
      assert.ok(dial)
      assert.ok(Math.abs(art.width / art.height - width / 1000) < 1e-6 && art.y === 0)
      assert.equal(isMirrored ? art.x : art.x + art.width, isMirrored ? 0 : SQUARE.width)
      assert.deepEqual(anchor, { x: isMirrored ? 0 : 1, y: 0 })
      for (const text of Object.values(texts))
        if (text.layout.lines.length > 0) assert.ok(toInk(text).top > (1 + swell) * art.height, `${width}`)
      const reach = dial.radius + dial.ticks.lengthPx
      const near = isMirrored ? dial.x - reach - art.width : art.x - dial.x - reach
      const far = isMirrored ? SQUARE.width - dial.x - reach : dial.x - reach
      assert.ok(near >= 24 && far >= 24 && dial.y - reach >= 20, `${width}: ${near}, ${far}`)
    }
  })

test('9x16: what to do and where are of one size, on one line or two, whatever the cover, and it grows away from them', () => {
  for (const link of ['aury.example/sea', 'ineshollander.example/loud-water'])
    for (const art of [SLEEVE, highThing()]) {
      const { texts, ...layout } = planLayout(TALL, { ...WORDS, link }, { font: 'GROTESK', art })
      const [cta, where] = [texts.cta.layout, texts.link.layout]
      const isOneLine = link.length < 20
      assert.ok(Math.min(cta.sizePx, where.sizePx) >= 52, `${cta.sizePx} and ${where.sizePx} px`)
      assert.ok(where.sizePx <= cta.sizePx + 0.5, `${cta.sizePx} and ${where.sizePx} px`)
      assert.equal(toInk(texts.cta).bottom + 8 < toInk(texts.link).top, !isOneLine)
      assert.ok(layout.anchor.y === 0 && toInk(texts.link).bottom + 24 < layout.art.y)
      assert.ok(layout.art.height >= 0.36 * TALL.height, `a cover of ${layout.art.height} px`)
    }
})

/** A cover with a thing that is nearly as high as it. */
function highThing() {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (let row = 2; row < 18; row++) weights.fill(1 / 96, 20 * row + 7, 20 * row + 13)
  return { ...SLEEVE, salience: { columns: 20, rows: 20, weights, faces: [] } }
}

test('1x1: the day stands below the dial and the song below the cover, at one height', () => {
  const { texts, art, dial, swell } = planLayout(SQUARE, WORDS, { font: 'GROTESK', art: SLEEVE })
  assert.ok(dial)
  for (const column of [
    [texts.title, texts.artist, texts.link],
    [texts.date, texts.cta],
  ]) {
    const lefts = column.map((text) => toInk(text).left)
    assert.ok(Math.max(...lefts) - Math.min(...lefts) < 8, `one edge: ${lefts}`)
  }
  assert.ok(Math.abs(texts.title.box.x - art.x) < 1)
  assert.ok(
    texts.title.box.x - toInk(texts.date).right >= 0.15 * SQUARE.width,
    'two columns with air between',
  )
  assert.ok(texts.title.box.x - toInk(texts.cta).right >= 0.08 * SQUARE.width)
  const reach = dial.radius + dial.ticks.lengthPx
  const grown = art.x - swell * art.width
  assert.ok(dial.x + reach <= grown - 12 && dial.x - reach >= 27 && dial.y - reach >= 27, 'the dial has air')
  assert.ok(Math.abs(texts.title.box.y - texts.date.box.y) < 0.01)
  assert.ok(texts.title.layout.sizePx > 1.6 * texts.date.layout.sizePx, 'the song is the largest')
})

for (const title of ['Infinite Sea', 'أغنية طويلة عن البحر'])
  test(`1x1: an address that is too long for the song's column stands below both on one line: ${title}`, () => {
    const words = { ...WORDS, title, link: 'ineshollander.example/loud-water' }
    const { texts, art } = planLayout(SQUARE, words, { font: 'GROTESK', art: SLEEVE })
    const { safe } = planFrame(SQUARE)
    const link = toInk(texts.link)
    assert.equal(texts.link.layout.lines.length, 1)
    assert.ok(texts.link.layout.sizePx >= 40, `${texts.link.layout.sizePx} px`)
    for (const text of [texts.title, texts.artist, texts.date]) assert.ok(toInk(text).bottom < link.top)
    assert.ok(link.left >= safe.x - 1 && link.right <= safe.x + safe.width + 1)
    assert.ok(art.width >= 0.48 * SQUARE.width, `a cover of ${art.width} px`)
  })

test('an address is broken only behind a slash or before a dot', () => {
  for (const size of [TALL, SQUARE]) {
    const link = 'ineshollander-and-the-long-shore.example/releases/loud-water-deluxe-edition'
    const { lines } = planLayout(size, { ...WORDS, link }, { font: 'GROTESK', art: SLEEVE }).texts.link.layout
    for (const { text } of lines.slice(0, -1)) assert.match(text, /(\/|shore)$/)
  }
})

test('9x16: a cover that cannot fill the foot has equal margins, no tick stands beside it, and the unit can be read', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (const cell of [0, 19, 380, 399]) weights[cell] = 0.25
  for (const width of [667, 1000])
    for (const title of ['Infinite Sea', 'أغنية طويلة عن البحر']) {
      const art = { width, height: 1000, salience: { columns: 20, rows: 20, weights, faces: [] } }
      const { texts, ...layout } = planLayout(TALL, { ...WORDS, title }, { font: 'GROTESK', art })
      const { x, width: wide } = layout.art
      assert.ok(Math.abs(x - (TALL.width - x - wide)) <= 1, `${x} px on the left`)
      assert.ok(layout.dial === undefined && layout.hand.y === layout.art.y)
      assert.ok(layout.unit.layout.sizePx >= 76)
    }
})

test('9x16: a cover lies across the foot from edge to edge, and the hand turns on its upper edge', () => {
  for (const ratio of [0.7, 1, 1.6]) {
    const { art, crop, hand } = planLayout(TALL, WORDS, {
      font: 'GROTESK',
      art: { width: 1000 * ratio, height: 1000 },
    })
    assert.deepEqual([art.x, art.width, art.y + art.height], [0, TALL.width, TALL.height])
    assert.ok(crop && Math.abs(crop.width / crop.height - art.width / art.height) < 0.01)
    assert.equal(hand.y, art.y)
  }
})

test('9x16: a cover that needs more of the height to keep its subject gets it from what is written, and the number stays the largest', () => {
  const needy = planLayout(TALL, WORDS, { font: 'GROTESK', art: highThing() })
  const plain = planLayout(TALL, WORDS, { font: 'GROTESK', art: SLEEVE })
  assert.ok(needy.art.width === TALL.width && needy.art.height > plain.art.height + 30)
  for (const { number, texts } of [needy, plain]) {
    const { top, bottom } = toInk(number)
    assert.ok(bottom - top >= 260, `a number of ${bottom - top} px`)
    assert.ok(number.layout.sizePx >= 2.4 * texts.title.layout.sizePx)
  }
})

test('the colours of one video are one family, and at least two', () => {
  const turn = (one: string, other: string) => {
    const far = Math.abs(hexToOklch(one).hue - hexToOklch(other).hue) % (2 * Math.PI)
    return Math.min(far, 2 * Math.PI - far)
  }
  for (let seed = 0; seed < 12; seed++) {
    const [first = '', ...others] = findFamily(['#e94f50', '#be6ca4', '#2a8a3e'], seed)
    assert.ok(others.length > 0)
    for (const other of others) assert.ok(turn(first, other) <= 0.62, `${first}, ${other}`)
  }
})

test('the hand leaves no hairline at the end of its turn, and no shard above the cover', () => {
  for (const hidesLowerHalf of [true, false])
    for (let step = 0; step <= 200; step++) {
      const turn = standHand(step / 200, hidesLowerHalf)
      for (const close of hidesLowerHalf ? [0, 0.25, 0.75, 1] : [0, 1])
        assert.ok(turn === close || Math.abs(turn - close) > 0.05, `${turn} of a turn`)
      if (hidesLowerHalf) assert.ok(turn <= 0.25 || turn >= 0.75, `${turn} is not seen`)
    }
})

test('a grey cover has a poster of paper, not of office grey', () => {
  const palette = { ...GREY, hasBrandGround: false } as unknown as Palette
  for (const pair of chooseColours(palette, 3, false).pairs)
    for (const tone of pair) assert.ok(hexToOklch(tone).lightness > 0.84, tone)
})

const GREY = {
  accent: '#9a9a9a',
  accent2: '#8b8785',
  grounds: ['#3a3a3a', '#c9c6c4'],
  background: '#101010',
  text: '#ffffff',
}
