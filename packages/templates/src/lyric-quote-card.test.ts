import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseQuote } from './lyric-quote-card/choose-quote.ts'

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
