import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Content } from '@songreel/sdk'
import { describeNeeds } from './describe-template.ts'

const describe = (needs: object) => describeNeeds({ needs } as Pick<Content, 'needs'>)

test('a template that needs clips and lyrics says both', () => {
  assert.equal(describe({ clips: { min: 1, max: 24 }, lyrics: 'REQUIRED' }), 'video clips and lyrics')
  assert.equal(describe({ clips: { min: 1, max: 24 } }), 'video clips')
  assert.equal(describe({ lyrics: 'REQUIRED', lyricsTiming: 'WORD' }), 'lyrics, words timed')
  assert.equal(describe({}), '')
})
