import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGivenPart } from './choose-part.ts'

const HOOK = { kind: 'HOOK', secs: 15 } as const
const WHOLE = { kind: 'WHOLE' } as const

test('a part may be given by either end', () => {
  const cases: [Parameters<typeof readGivenPart>, [number, number] | undefined][] = [
    [[{ isFull: false }, 204, HOOK], undefined],
    [[{ isFull: true }, 204, HOOK], undefined],
    [
      [{ startSecs: 62, endSecs: 92, isFull: false }, 204, HOOK],
      [62, 92],
    ],
    [
      [{ startSecs: 62, isFull: false }, 204, HOOK],
      [62, 77],
    ],
    [
      [{ startSecs: 62, isFull: false }, 204, WHOLE],
      [62, 92],
    ],
    [
      [{ startSecs: 200, isFull: false }, 204, HOOK],
      [200, 204],
    ],
    [
      [{ endSecs: 30, isFull: false }, 204, HOOK],
      [0, 30],
    ],
    // What a player shows as 3:24 may be a little less.
    [
      [{ endSecs: 204, isFull: false }, 203.95, HOOK],
      [0, 203.95],
    ],
  ]
  for (const [args, range] of cases) {
    const part = readGivenPart(...args)
    assert.deepEqual(part && [part.startSecs, part.endSecs], range)
  }
})

test('a part outside of the song is refused with the length of the song', () => {
  const read = (part: { startSecs?: number; endSecs?: number }) => () =>
    readGivenPart({ ...part, isFull: false }, 204.3, HOOK)
  assert.throws(read({ startSecs: 300, endSecs: 330 }), {
    exitCode: 65,
    message: '--start 5:00 lies past the end of the song, which is 3:24 long.',
  })
  assert.throws(read({ startSecs: 190, endSecs: 220 }), {
    exitCode: 65,
    message: '--end 3:40 lies past the end of the song, which is 3:24 long.',
  })
})
