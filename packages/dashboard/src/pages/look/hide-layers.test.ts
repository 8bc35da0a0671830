import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideLayers } from './hide-layers.ts'
import type { LookDraft } from './look-draft.ts'

const LOOK: LookDraft = {
  layers: [
    { kind: 'silk', id: 'ground' },
    { kind: 'stack', children: [{ kind: 'text', text: 'TITLE' }] },
    { kind: 'picture', place: { below: 'ground' } },
  ],
}

test('what is hidden is not seen, and keeps its name and its place among others', () => {
  const { layers } = hideLayers(LOOK, new Set(['layers[0]', 'layers[1]']))
  assert.deepEqual(layers, [
    { kind: 'fill', id: 'ground', colours: ['BACKGROUND'], opacity: 0 },
    { kind: 'stack', children: [{ kind: 'text', text: 'TITLE', opacity: 0 }] },
    { kind: 'picture', place: { below: 'ground' } },
  ])
  assert.equal(hideLayers(LOOK, new Set()), LOOK)
})
