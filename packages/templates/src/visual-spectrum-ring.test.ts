import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DISC_SWELL, planLayout } from './visual-spectrum-ring/layout.ts'

const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1080 },
  { width: 1920, height: 1080 },
]
const LONG =
  'The slow and steady drift of all the lights we left on in the house by the sea before the summer was over again '

test('the longest bars of the swollen ring end inside the frame, in every shape and beside every title', () => {
  for (const size of SIZES) {
    for (const title of ['', 'X', 'Infinite Sea', 'ليل طويل', LONG]) {
      for (const side of [-1, 1]) {
        const words = { label: 'Out now', title, artist: 'Aury Delacroix' }
        const { foot, barLength } = planLayout(size, words, { font: 'CONDENSED', side })
        const reach = foot.radius * (1 + DISC_SWELL) + barLength
        const room = Math.min(foot.x, foot.y, size.width - foot.x, size.height - foot.y)
        assert.ok(reach <= room, `${size.width}x${size.height}, "${title}": ${reach} of ${room}`)
        assert.ok(barLength > 0.2 * foot.radius, `bars of ${barLength} on a radius of ${foot.radius}`)
      }
    }
  }
})
