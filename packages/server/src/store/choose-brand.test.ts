import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BrandWishes, chooseBrand, readOrdered } from './choose-brand.ts'

const ORDERED = [undefined, null, 'own'] as const
const HELD = [undefined, null, 'own'] as const

/** Every way in which the four can speak. */
const ALL: BrandWishes[] = ORDERED.flatMap((render) =>
  ORDERED.flatMap((batch) =>
    HELD.flatMap((artist) =>
      HELD.map((organization) => ({
        render: render && 'brd_render',
        batch: batch && 'brd_batch',
        artist: artist && 'brd_artist',
        organization: organization && 'brd_organization',
      })),
    ),
  ),
)

test('the most special that is set wins: render, batch, artist, organization', () => {
  assert.equal(ALL.length, 81)
  for (const wishes of ALL) {
    const { render, batch, artist, organization } = wishes
    // Said the other way round: whoever is more special overrules.
    let expected: [string | null, string | null] = [null, null]
    if (organization) expected = [organization, 'ORGANIZATION']
    if (artist) expected = [artist, 'ARTIST']
    if (batch !== undefined) expected = [batch, 'BATCH']
    if (render !== undefined) expected = [render, 'RENDER']
    const { brandId, brandSource } = chooseBrand(wishes)
    assert.deepEqual([brandId, brandSource], expected, JSON.stringify(wishes))
  }
})

test('null on a render or a batch is none, whatever artist and organization have', () => {
  const held = { artist: 'brd_artist', organization: 'brd_organization' }
  assert.equal(chooseBrand({ render: null, batch: 'brd_batch', ...held }).brandId, null)
  assert.equal(chooseBrand({ batch: null, ...held }).brandId, null)
})

test('what an order said is known again, and what it inherited is not taken for it', () => {
  for (const wishes of ALL) {
    const { render, batch } = readOrdered(chooseBrand(wishes))
    const again = chooseBrand({ ...wishes, render, batch })
    assert.deepEqual(again, chooseBrand(wishes), JSON.stringify(wishes))
    const onlyOrdered = chooseBrand({ render: wishes.render, batch: wishes.batch })
    assert.deepEqual(chooseBrand({ render, batch }), onlyOrdered, JSON.stringify(wishes))
  }
})
