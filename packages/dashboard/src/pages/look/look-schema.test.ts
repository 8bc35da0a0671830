import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeLookSchema } from '@songreel/kit/look'
import { listKinds, nameKind, startLayer } from './layer-kinds.ts'
import { chooseBox, takeApart } from './look-schema.ts'

const schema = takeApart(describeLookSchema())

test('every property of every layer has a box of its own, and none is left as JSON', () => {
  const asJson = Object.entries(schema.kinds).flatMap(([kind, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([name]) => !['kind', 'in', 'children', 'if'].includes(name))
      .flatMap(([name, property]) => (chooseBox(property) === 'json' ? [`${kind}.${name}`] : [])),
  )
  assert.deepEqual(asJson, [])
  const { text = {}, picture = {}, ring = {}, silk = {}, glow = {} } = schema.kinds
  const boxOf = (kind: typeof text, name: string) => chooseBox(kind.properties?.[name] ?? {})
  assert.deepEqual(
    [boxOf(text, 'text'), boxOf(text, 'colour'), boxOf(text, 'size'), boxOf(picture, 'scale')],
    ['words', 'colour', 'measure', 'moving'],
  )
  assert.deepEqual(
    [boxOf(picture, 'place'), boxOf(picture, 'grows'), boxOf(ring, 'style'), boxOf(silk, 'quiet')],
    ['place', 'anchor', 'fieldChoice', 'layers'],
  )
  assert.deepEqual([boxOf(glow, 'around'), boxOf(ring, 'colours')], ['layer', 'colours'])
})

test('every kind of layer that the language has can be added, and begins without a fault', async () => {
  const { parseLook } = await import('@songreel/kit/look')
  const cover = { kind: 'picture', id: 'cover' }
  const animations = { spark: { v: '5.7.0', fr: 30, ip: 0, op: 60, w: 100, h: 100, layers: [] } }
  const kinds = listKinds(schema.kinds, { animations, layers: [cover] })
  assert.ok(kinds.includes('lottie') && !listKinds(schema.kinds, { layers: [] }).includes('lottie'))
  assert.ok(kinds.length >= 18)
  for (const kind of kinds) {
    assert.ok(nameKind(kind).length > 2)
    const layers = [cover, startLayer(kind, schema.kinds[kind], { animations, layers: [cover] })]
    const needs = { lyrics: 'OPTIONAL', clips: { min: 0, max: 12 } }
    const { faults } = parseLook({ look: 1, title: 'A', description: 'B', ...needs, animations, layers })
    assert.deepEqual(faults, undefined, kind)
  }
})
