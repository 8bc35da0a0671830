import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PlacedText, planFrame } from '@songreel/kit'
import { parseTemplateData } from '@songreel/render'
import { loadTemplates } from './load-templates.ts'
import { planLayout } from './promo-presave-countdown/layout.ts'
import { wordCountdown } from './promo-presave-countdown/release-day.ts'

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

for (const [shape, size, least] of [
  ['9x16', { width: 1080, height: 1920 }, 420],
  ['1x1', { width: 1080, height: 1080 }, 300],
] as const) {
  test(`${shape}: all of the cover stands in the safe box, the words beside it in three groups`, () => {
    const words = {
      ...{ number: '12', unit: 'days', date: 'Friday, March 12', kicker: '' },
      ...{ cta: 'Pre-save now', link: 'aury.example/sea', title: 'Infinite Sea', artist: 'Aury Delacroix' },
    }
    const { safe } = planFrame(size)
    const { art, texts, number, unit, film } = planLayout(size, words, 'GROTESK')
    assert.ok(art.width >= least && art.height === art.width)
    assert.ok(art.y >= safe.y && art.y + art.height <= safe.y + safe.height + 0.01)
    const edges = ({ box, layout }: PlacedText) => ({
      top: box.y + layout.ink.top,
      bottom: box.y + layout.ink.bottom,
    })
    assert.ok(edges(texts.cta).top - edges(texts.date).bottom >= 24)
    assert.ok(edges(texts.title).top - edges(texts.link).bottom >= 24)
    for (const { box } of Object.values(texts)) assert.ok(box.x >= art.x + art.width || box.height <= 1)
    assert.ok(texts.cta.layout.sizePx >= 0.7 * texts.date.layout.sizePx)
    assert.ok(edges(unit).top - edges(number).bottom >= 24)
    if (film) assert.ok(film.y > edges(texts.artist).bottom)
  })
}
