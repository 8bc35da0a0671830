import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@songreel/contract'
import type { z } from 'zod'
import { maskText } from '../../validation/shown-value.ts'
import { findJsonErrorPosition } from './json-position.ts'
import { listKnownFields } from './known-fields.ts'
import { readPrefer } from './prefer.ts'
import { findUnknownFields } from './unknown-fields.ts'
import { findUnsafeJson } from './unsafe-json.ts'

// What an input costs grows with its size and no faster: eight times the input takes about eight times the processor time.

const SMALL = 5_000
const TIMES = 8
/** A square would be 64. Large inputs miss the processor's caches more often, which is no square. */
const MAX_GROWTH = 32
const ROUNDS = 6
/** The clock of the processor ticks every 4 ms. */
const LEAST_MICROSECS = 24_000

/** Processor time of one call, from as many as can be measured. */
function measure(work: () => unknown): number {
  for (let calls = 1; ; calls *= 2) {
    const before = process.threadCpuUsage()
    for (let call = 0; call < calls; call++) work()
    const { user } = process.threadCpuUsage(before)
    if (user >= LEAST_MICROSECS) return user / calls
  }
}

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`name${i}`, 1]))
const batch = contract.BatchInput as unknown as z.ZodType
const known = listKnownFields(batch)!
const marks = (count: number) => `a${'\u0301\u0323'.repeat(count / 2)}`
const render = { contentId: 'X' }

const COSTS: Record<string, (count: number) => () => unknown> = {
  'unknown names': (count) => {
    const body = names(count)
    return () => findUnknownFields(body, known, 'field')
  },
  'unknown names in many renders': (count) => {
    const body = { renders: Array.from({ length: 100 }, () => names(count / 100)) }
    return () => findUnknownFields(body, known, 'field')
  },
  'wrong renders': (count) => {
    const body = { renders: Array.from({ length: count }, () => 1) }
    return () => batch.safeParse(body)
  },
  'a deep body': (count) => {
    const body = JSON.parse(`${'['.repeat(count)}${']'.repeat(count)}`)
    return () => findUnsafeJson(body)
  },
  'a broken body': (count) => {
    const text = `${'[{"a":'.repeat(count)}x`
    return () => findJsonErrorPosition(text)
  },
  'a text of accents at the door': (count) => {
    const body = { name: marks(count) }
    return () => findUnsafeJson(body)
  },
  'a name of accents': (count) => {
    const body = { name: marks(count) }
    return () => contract.ArtistInput.safeParse(body)
  },
  'an ISRC of accents': (count) => {
    const media = { name: 'x', mediaBundleId: 'mbn_x', isrc: marks(count), upc: marks(count) }
    return () => contract.MediaInput.safeParse(media)
  },
  'an address of accents': (count) => {
    const body = { name: 'x', imageUrl: `https://x/${marks(count)}` }
    return () => contract.ArtistInput.safeParse(body)
  },
  'spaces around a name': (count) => {
    const body = { renders: [render], ref: `${' '.repeat(count)}x${' '.repeat(count)}` }
    return () => batch.safeParse(body)
  },
  'a file name': (count) => () => contract.toFileSlug('漢 😀'.repeat(count)),
  'a text that is shown': (count) => () => maskText('//a srl_live_'.repeat(count)),
  'a Prefer header': (count) => () => readPrefer({ headers: { prefer: ', handling = '.repeat(count) } }),
}

for (const [name, prepare] of Object.entries(COSTS)) {
  test(`the cost of ${name} grows no faster than its size`, () => {
    // A square is there each time; what the machine did besides is not.
    let growth = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS && growth >= MAX_GROWTH; round++) {
      const [small, large] = [measure(prepare(SMALL)), measure(prepare(SMALL * TIMES))]
      growth = Math.min(growth, large / small)
    }
    assert.ok(growth < MAX_GROWTH, `${TIMES} times as much took ${growth.toFixed(1)} times as long`)
  })
}

test('only unknown names that are listed are compared with known ones', () => {
  let comparisons = 0
  class Counted extends Map<string, undefined> {
    override keys() {
      comparisons++
      return super.keys()
    }
  }
  const fields = new Counted([['aspectRatio', undefined]])
  const found = findUnknownFields(names(40_000), { kind: 'object', fields, isOpen: false }, 'field')
  assert.equal(found.length, 21)
  assert.match(found[20]!.message, /^39980 more/)
  assert.ok(comparisons <= 20)
})
