import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  duplicateLayer,
  getAt,
  type LookDraft,
  listLayers,
  moveLayer,
  removeLayer,
  renameLayer,
  setAt,
} from './look-draft.ts'

const LOOK: LookDraft = {
  layers: [
    { kind: 'fill', colours: ['BACKGROUND'] },
    { kind: 'picture', id: 'cover', place: { above: 'names' } },
    {
      kind: 'stack',
      id: 'names',
      children: [
        { kind: 'text', id: 'title', text: 'TITLE' },
        { kind: 'text', text: 'ARTIST', in: { WIDE: { size: 40 } } },
      ],
    },
  ],
}
const outline = (look: LookDraft) =>
  listLayers(look).map(({ layer, depth }) => `${'-'.repeat(depth)}${layer.id ?? layer.text ?? layer.kind}`)

test('the list has the highest layer first, and a stack from its top down', () => {
  assert.deepEqual(outline(LOOK), ['names', '-title', '-ARTIST', 'cover', 'fill'])
})

test('a value is set at its path; without one it is gone, and what is empty then, too', () => {
  const narrow = setAt(LOOK, 'layers[1].place.width', '40%')
  assert.equal(getAt(narrow, 'layers[1].place.width'), '40%')
  assert.equal(getAt(LOOK, 'layers[1].place.width'), undefined, 'the look before stays as it was')
  const bare = setAt(LOOK, 'layers[2].children[1].in.WIDE.size', undefined)
  assert.deepEqual(getAt(bare, 'layers[2].children[1]'), { kind: 'text', text: 'ARTIST' })
})

test('layers change places, go into stacks and come out of them, but not into themselves', () => {
  const up = moveLayer(LOOK, 'layers[0]', { list: 'layers', index: 2 })
  assert.deepEqual(
    [up && outline(up.look), up?.path],
    [['names', '-title', '-ARTIST', 'fill', 'cover'], 'layers[1]'],
  )
  const into = moveLayer(LOOK, 'layers[1]', { list: 'layers[2].children', index: 1 })
  assert.deepEqual(into && outline(into.look), ['names', '-title', '-cover', '-ARTIST', 'fill'])
  assert.equal(into && getAt(into.look, `${into.path}.id`), 'cover')
  const out = moveLayer(LOOK, 'layers[2].children[0]', { list: 'layers', index: 0 })
  assert.deepEqual(out && outline(out.look), ['names', '-ARTIST', 'cover', 'fill', 'title'])
  assert.equal(out && getAt(out.look, `${out.path}.id`), 'title')
  assert.equal(moveLayer(LOOK, 'layers[2]', { list: 'layers[2].children', index: 0 }), undefined)
})

test('a copy has names of its own, and the last layer of a stack takes the stack with it', () => {
  const { look, path } = duplicateLayer(LOOK, 'layers[2]')
  assert.deepEqual(outline(look), [
    'names2',
    '-title2',
    '-ARTIST',
    'names',
    '-title',
    '-ARTIST',
    'cover',
    'fill',
  ])
  assert.equal(path, 'layers[3]')
  const one = removeLayer(LOOK, 'layers[2].children[0]')
  assert.deepEqual(outline(removeLayer(one, 'layers[2].children[0]')), ['cover', 'fill'])
})

test('a new name is followed by who points at the layer', () => {
  const renamed = renameLayer(LOOK, 'layers[2]', 'words')
  assert.deepEqual(
    [getAt(renamed, 'layers[2].id'), getAt(renamed, 'layers[1].place.above')],
    ['words', 'words'],
  )
})
