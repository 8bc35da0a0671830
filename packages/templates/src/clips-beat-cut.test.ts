import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFrame } from '@songreel/kit'
import { planLayout } from './clips-beat-cut/layout.ts'

test('between the cards a label inside of the safe box names the song; the artist goes first if both are too long', () => {
  for (const size of [
    { width: 1080, height: 1920 },
    { width: 1920, height: 1080 },
  ]) {
    const { safe } = planFrame(size)
    for (const title of [
      'Night',
      'ليل طويل',
      'The slow and steady drift of all the lights we left on in the house'.repeat(2),
    ]) {
      const words = { title, artist: 'Aury Delacroix', note: '' }
      const { tag } = planLayout({ size, words, font: 'MODERN', isTurned: false })
      assert.ok(tag)
      const { box, text } = tag
      assert.ok(box.x >= safe.x && box.x + box.width <= safe.x + safe.width)
      assert.ok(box.y >= safe.y && box.y + box.height <= safe.y + safe.height + 0.01)
      const { ink } = text.layout
      assert.ok(text.box.x + ink.left >= box.x && text.box.x + ink.right <= box.x + box.width)
      assert.ok(text.box.y + ink.top >= box.y && text.box.y + ink.bottom <= box.y + box.height)
    }
  }
  const words = { title: '', artist: '', note: '' }
  const empty = planLayout({ size: { width: 1080, height: 1080 }, words, font: 'MODERN', isTurned: false })
  assert.equal(empty.tag, undefined)
})
