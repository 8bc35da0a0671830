import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAacWindow } from './aac-window.ts'

/** A pair of channels with tag 0: whether they share their windows, a reserved bit, two bits of sequence, one of shape. */
const PAIR = '0010000'
/** A filler of two bytes, and a long one of 15 - 1 + 4 bytes. */
const FILL = `1100010${'1'.repeat(16)}`
const LONG_FILL = `110111100000100${'1'.repeat(8 * 18)}`

function pack(bits: string): Uint8Array {
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Uint8Array.from(bytes, (each) => Number.parseInt(each.padEnd(8, '0'), 2))
}

test('sequence and shape of shared windows are one number', () => {
  assert.equal(readAacWindow(pack(`${PAIR}10000`)), 0)
  assert.equal(readAacWindow(pack(`${PAIR}10101`)), 0b101)
  assert.equal(readAacWindow(pack(`${PAIR}10110`)), 0b110)
})

test('fillers before the sound are passed over', () => {
  assert.equal(readAacWindow(pack(`${FILL}${PAIR}10101`)), 0b101)
  assert.equal(readAacWindow(pack(`${LONG_FILL}${FILL}${PAIR}10011`)), 0b011)
})

test('packets whose channels have windows of their own cannot be told', () => {
  assert.equal(readAacWindow(pack(`${PAIR}00101`)), undefined)
  assert.equal(readAacWindow(pack('000'.padEnd(40, '1'))), undefined)
  assert.equal(readAacWindow(new Uint8Array()), undefined)
})
