import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLogLine } from './log-line.ts'

const plain = { hasColours: false }
const lineOf = (facts: object) => JSON.stringify({ level: 30, time: 1794775204407, pid: 7, ...facts })

test('a line is time, level, what happened and the facts', () => {
  const line = formatLogLine(
    lineOf({ renderId: 'rnd_1', tookMs: 12, reason: 'two words', msg: 'render finished' }),
    plain,
  )
  assert.match(line, /^\d\d:\d\d:\d\d info {2}render finished renderId=rnd_1 tookMs=12 reason="two words"\n$/)
})

test('a foreseen error is its sentence, an unforeseen one has its trace below', () => {
  const err = { type: 'Error', message: 'it broke', stack: 'Error: it broke\n    at here (file.ts:1:2)' }
  assert.match(formatLogLine(lineOf({ level: 40, err, msg: 'x' }), plain), / warn {2}x error="it broke"\n$/)
  assert.match(
    formatLogLine(lineOf({ level: 50, err, msg: 'x' }), plain),
    / error x error="it broke"\n {4}at here \(file\.ts:1:2\)\n$/,
  )
})

test('nothing that a client sends steers the terminal', () => {
  const host = 'a\u001b[2J\u009b2J\u202eb\nc\u0007'
  const line = formatLogLine(lineOf({ host, msg: `m${host}` }), plain)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  assert.doesNotMatch(line.slice(0, -1), /[\u0000-\u001f\u007f-\u009f\u202e]/)
})

test('colours are only used where they are wanted', () => {
  assert.ok(formatLogLine(lineOf({ msg: 'x' }), { hasColours: true }).includes('\u001b[32minfo '))
})
