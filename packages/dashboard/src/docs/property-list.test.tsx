import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mount } from '../../testing/mount.ts'
import { DOCUMENT } from '../../testing/sample-document.ts'
import type { Schema } from '../docs-renderer.ts'
import { describeRules, describeType } from './describe-schema.ts'
import { ObjectFields } from './property-list.tsx'

const { schemas } = DOCUMENT.components

test('fields say their type, what they must keep to, and what is inside of them', async (t) => {
  const view = await mount(
    t,
    <ObjectFields schema={{ $ref: '#/components/schemas/Artist' }} schemas={schemas} />,
  )
  const [name, links] = [...view.root.querySelectorAll('.properties > li')].map((item) => item.textContent)
  assert.equal(name, 'nametextrequiredName & <b> of the artistat most 200 characters')
  assert.match(links ?? '', /^linkslist of object.*at most 8 entries.*Fields of linksurlURL/)
})

test('an object without fields is no list, and one that holds itself ends', async (t) => {
  const endless: Record<string, Schema> = {
    Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
  }
  const view = await mount(
    t,
    <>
      <ObjectFields schema={{ type: 'object' }} schemas={{}} />
      <ObjectFields schema={{ $ref: '#/components/schemas/Node' }} schemas={endless} />
    </>,
  )
  assert.equal(view.root.querySelectorAll('.properties').length, 6)
})

test('types and rules are words', () => {
  const say = (schema: Schema) => [describeType(schema, schemas), ...describeRules(schema, schemas)]
  assert.deepEqual(say({ type: ['string', 'null'] }), ['text or null'])
  assert.deepEqual(say({ type: 'string', format: 'date-time' }), ['moment'])
  assert.deepEqual(say({ anyOf: [{ type: 'integer' }, { const: 'ALL' }] }), ['whole number or "ALL"'])
  assert.deepEqual(say({ type: 'integer', minimum: 1, maximum: 9, default: 3 }), [
    'whole number',
    '1 to 9',
    'default `3`',
  ])
  assert.deepEqual(say({ type: 'string', enum: ['A', 'B'] }), ['text', 'one of `A` `B`'])
  assert.deepEqual(say({ type: 'string', examples: ['me'] }), ['text', 'such as `me`'])
})
