import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MadeSegment } from '../kept/segment-store.ts'
import type { SegmentSupply } from '../kept/segment-supply.ts'
import { type ChildQuestion, createAnswerer } from './child-questions.ts'

const OFFERED = 'aa'.repeat(32)
const MADE = 'bb'.repeat(32)
const SEGMENT: MadeSegment = {
  key: 'cc'.repeat(32),
  frames: new Uint8Array(8),
  description: null,
  index: 1,
  bytes: Uint8Array.of(1, 2, 3),
}

function aSupply() {
  const kept: MadeSegment[] = []
  const supply: SegmentSupply = {
    machine: 'test',
    comparesPixels: false,
    candidates: [{ key: OFFERED, frames: new Uint8Array(8), description: null }],
    findMade: async (index) => (index === 3 ? MADE : undefined),
    take: async (key) => Buffer.from(key, 'hex'),
    keep: async (segment) => void kept.push(segment),
  }
  return { kept, answer: createAnswerer(supply, async (total) => total - 1) }
}

test('a child gets the segments that it was offered, and no other', async () => {
  const { answer } = aSupply()
  assert.deepEqual(await answer({ kind: 'take', key: OFFERED }), Buffer.from(OFFERED, 'hex'))
  assert.equal(await answer({ kind: 'take', key: MADE }), undefined)
  assert.equal(await answer({ kind: 'findMade', index: 3 }), MADE)
  assert.deepEqual(await answer({ kind: 'take', key: MADE }), Buffer.from(MADE, 'hex'))
  assert.equal(await answer({ kind: 'next', total: 5 }), 4)
})

test('a child leaves segments, and nothing that has not the form of one', async () => {
  const { answer, kept } = aSupply()
  const wrong: unknown[] = [
    { key: '../../etc/passwd' },
    { key: SEGMENT.key.toUpperCase() },
    { key: null },
    { description: 'x' },
    { index: -1 },
    { index: 1.5 },
    { index: 1e9 },
    { frames: new Uint8Array(7) },
    { frames: new Uint8Array(8192) },
    { frames: [1, 2, 3, 4] },
    { bytes: new Uint8Array(0) },
    { bytes: 'text' },
    { bytes: new Uint8Array(33 * 1024 ** 2) },
  ]
  for (const change of wrong) {
    const segment = { ...SEGMENT, ...(change as object) }
    assert.equal(await answer({ kind: 'keep', segment }), undefined)
  }
  for (const question of [{ kind: 'keep' }, { kind: 'keep', segment: null }, { kind: 'other' }, {}])
    assert.equal(await answer(question as ChildQuestion), undefined)
  assert.deepEqual(kept, [])
  await answer({ kind: 'keep', segment: { ...SEGMENT, extra: 1 } as MadeSegment })
  assert.deepEqual(kept, [SEGMENT])
})
