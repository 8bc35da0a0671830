import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexToOklch } from './colour.ts'
import { findDarkColour } from './dark-colour.ts'

const pick = (...colours: string[]) =>
  findDarkColour(colours.map((colour) => ({ colour, share: 1 / colours.length })))

test('blue is chosen before a larger orange, and red where nothing is cool', () => {
  assert.equal(pick('#d98a3a', '#d98a3a', '#2f5fae')?.hue, hexToOklch('#2f5fae').hue)
  assert.equal(pick('#d98a3a', '#a02030')?.kind, 'RED')
})

test('skin, sand and grey have no colour for the dark', () => {
  assert.equal(pick('#cd8f66', '#e8af8c', '#966d56'), undefined)
  assert.equal(pick('#808080', '#101112'), undefined)
})
