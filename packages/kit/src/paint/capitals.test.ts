import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCapitals } from './capitals.ts'

const CAPITALS: [string, string][] = [
  ['straße', 'STRASSE'],
  ['istanbul', 'ISTANBUL'],
  ['ışıklar istanbul', 'IŞIKLAR İSTANBUL'],
  ['dağ gibi', 'DAĞ GİBİ'],
  ['οδός', 'ΟΔΟΣ'],
  ['Ελληνικά τραγούδια', 'ΕΛΛΗΝΙΚΑ ΤΡΑΓΟΥΔΙΑ'],
  ['νύχτα με τον maïté', 'ΝΥΧΤΑ ΜΕ ΤΟΝ MAÏTÉ'],
  ['ქართული song', 'ქართული SONG'],
  ['Երևան', 'ԵՐԵՎԱՆ'],
  ['để mị nói cho mà nghe', 'ĐỂ MỊ NÓI CHO MÀ NGHE'],
  ['ẹ̀kọ́', 'Ẹ̀KỌ́'],
  ['за́мок', 'ЗА́МОК'],
  ['नमस्ते กรุงเทพ 夜', 'नमस्ते กรุงเทพ 夜'],
  ['❤️‍🔥 a', '❤️‍🔥 A'],
]

for (const [text, capitals] of CAPITALS) {
  test(`"${text}" in capitals is "${capitals}"`, () => {
    assert.equal(toCapitals(text).normalize('NFC'), capitals.normalize('NFC'))
  })
}

test('a given language decides, and Georgian keeps its letters in all of them', () => {
  assert.equal(toCapitals('istanbul', 'tr'), 'İSTANBUL')
  assert.equal(toCapitals('ışık', 'en'), 'IŞIK')
  assert.equal(toCapitals('ქართული', 'ka'), 'ქართული')
})
