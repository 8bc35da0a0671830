import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AudioTrack, Cover } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { PRINT, planLayout } from './retro-polaroid-film/layout.ts'
import { planDrops, planMotion } from './retro-polaroid-film/motion.ts'
import { takePrints, takeShots } from './retro-polaroid-film/shots.ts'

const downbeatSecs = Array.from({ length: 8 }, (_, i) => 0.117 + i * 1.95)

test('prints fall on bars, far enough apart to come out, and the first and the last show all of the cover', () => {
  const audio = { downbeatSecs, durationSecs: 15 } as unknown as AudioTrack
  const [first, ...falling] = planDrops(audio, 4)
  assert.deepEqual(first, { shot: 0, startSecs: Number.NEGATIVE_INFINITY })
  assert.ok(falling.length >= 3)
  for (const [i, { startSecs, shot }] of falling.entries()) {
    assert.ok(downbeatSecs.includes(startSecs))
    assert.ok(startSecs - (falling[i - 1]?.startSecs ?? -10) > 3.7)
    assert.equal(shot === 0, i === falling.length - 1)
  }
  assert.ok((falling.at(-1)?.startSecs ?? 15) < 13)
})

test('without a beat prints fall, too; a very short video keeps the one that lies there', () => {
  const free = { downbeatSecs: [], durationSecs: 15 } as unknown as AudioTrack
  assert.ok(planDrops(free, 4).length >= 3)
  assert.equal(planDrops({ ...free, durationSecs: 4 }, 4).length, 1)
})

test('a print has come out soon after it fell, in silence, too', () => {
  for (const loudness of [0, 1]) {
    const audio = {
      downbeatSecs,
      beatSecs: downbeatSecs,
      durationSecs: 15,
      fps: 30,
      frameCount: 450,
      loudness: () => loudness,
    } as unknown as AudioTrack
    const drops = planDrops(audio, 4)
    const { developed } = planMotion(audio, drops, 'FULL')
    const at = (drop: number, afterSecs: number) => {
      const secs = (drops[drop]?.startSecs ?? 0) + afterSecs
      return developed({ index: Math.round(30 * secs), secs, fps: 30, count: 450, position: secs / 15 }, drop)
    }
    for (let drop = 1; drop < drops.length; drop++) {
      assert.ok(at(drop, 0) < 0.1)
      assert.ok(at(drop, 1.15) >= 0.85, `${at(drop, 1.15)} of it at loudness ${loudness}`)
      assert.equal(at(drop, 1.6), 1)
    }
  }
})

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  test(`${shape}: the print lies in the frame, and what is written stands on its paper`, () => {
    const size = sizeShape(shape, 1080)
    const long = 'The slow and steady drift of all the lights we left on in the house by the sea'
    for (const title of ['', 'X', 'Infinite Sea', long]) {
      const { top, words } = planLayout(size, { title, artist: 'Odalys Wren', note: '' }, 'MONO')
      assert.ok(top.x >= 0 && top.y >= 0)
      assert.ok(top.x + top.width <= size.width && top.y + top.height <= size.height)
      const pictureBottom = top.y + (PRINT.rim + 0.006 + PRINT.picture) * top.width
      for (const { box, layout } of words) {
        if (layout.lines.length === 0) continue
        assert.ok(box.y + layout.ink.top >= pictureBottom, `"${title}" lies on the picture`)
        assert.ok(box.y + layout.ink.bottom <= top.y + top.height, `"${title}" leaves the paper`)
        assert.ok(!layout.isTruncated)
      }
    }
  })
}

test('every print that may lie on top is in colour; one without lies aside', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600)).fill(1 / 400)
  for (const colour of ['#f0e8e0', '#101018']) {
    const palette = { swatches: [{ colour, share: 1 }] }
    const salience = { columns: 20, rows: 20, weights }
    const cover = { width: 1000, height: 1000, salience, palette } as unknown as Cover
    for (const seed of [1, 2, 3]) {
      const isGrey = ({ film }: { film: string }) => film === 'GREY' || film === 'PUSHED'
      const { pile, others } = takePrints(cover, seed)
      assert.equal(pile[0]?.film, 'TRUE')
      assert.ok(pile.length >= 3 && !pile.some(isGrey))
      assert.equal(others.filter(isGrey).length, 1)
    }
  }
})

test('no picture of the film cuts a face, and a print that the frame cuts shows none', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600)).fill(1 / 400)
  const face = { x: 0.36, y: 0.3, width: 0.24, height: 0.24 }
  const cover = {
    width: 1000,
    height: 1000,
    palette: { swatches: [] },
    salience: { columns: 20, rows: 20, weights, faces: [face] },
  } as unknown as Cover
  const shown = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => {
    const across = Math.min(600, x + width) - Math.max(360, x)
    const down = Math.min(540, y + height) - Math.max(300, y)
    return (Math.max(0, across) * Math.max(0, down)) / 240 ** 2
  }
  for (const seed of [1, 2, 3])
    for (const { crop } of takeShots(cover, seed)) {
      const share = shown(crop)
      assert.ok(share === 0 || share > 0.99, `${share} of it in ${JSON.stringify(crop)}`)
    }
  assert.equal(shown(takePrints(cover, 1).cut.crop), 0)
})
