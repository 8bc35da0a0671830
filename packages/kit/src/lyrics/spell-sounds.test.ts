import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANY_SOUND, SOUNDS, spellLines } from './spell-sounds.ts'

/** As letters, `?` for what the writing doesn't tell. */
function spell(text: string): string {
  return spellLines([text])[0]!
    .map((word) => word.map((sound) => (sound === ANY_SOUND ? '?' : SOUNDS[sound])).join(''))
    .join(' ')
}

test('words are spelt as their language sings them', () => {
  for (const [text, sounds] of [
    ['I like the time that you should walk, my night', 'ai laip pe pain pap iu sup lolp nai naip'],
    ["c'est pour le meilleur et les ondes qui s'épanchent", 'se pul le nelel e le onp pi sepans'],
    ['ich denk mir das ist nicht schön, die Zeit', 'is penp nil pas isp nisp sen pi psaip'],
    [
      'con dos palabras quiero decirte lo que en mi corazón',
      'pon pos palaplas pielo pesilpe lo pe en ni polason',
    ],
    ['sono italiano, ciao bella', 'sono ipaliano siao pela'],
  ])
    assert.equal(spell(text!), sounds)
})

test('other alphabets are spelt too, and where writing says little, sounds are counted', () => {
  for (const [text, sounds] of [
    ['Расцветали яблони', 'laslepali aploni'],
    ['καλημέρα', 'palinela'],
    ['上を向いて', '?????'],
    ['きゃっと', '??'],
    ['שלום עולם', '?? ??'],
    ['24 – ...', '? ? ?'],
  ])
    assert.equal(spell(text!), sounds, text)
})

test('every word has a sound, whatever it is written in', () => {
  for (const text of ['h', "'", 'hh HH', '🎵 la 🎵', 'e\u0301te\u0301'])
    for (const word of spellLines([text])[0]!) assert.ok(word.length > 0, text)
})
