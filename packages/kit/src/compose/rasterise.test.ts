import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '../paint/chance.ts'
import { createScene } from './create-scene.ts'
import { SPRITE } from './kernels/kernel-layout.ts'
import { fillSprite } from './rasterise.ts'
import { allocSprite, type Sprite } from './sprite-layout.ts'
import type { Stage } from './stage.ts'

async function aStage(): Promise<Stage> {
  const stages: Stage[] = []
  const layer = {
    kind: 'none',
    mount: (stage: Stage) => {
      stages.push(stage)
      return { isStill: true, draw: () => undefined }
    },
  }
  await createScene([layer], { size: { width: 16, height: 16 }, fps: 30, frameCount: 1 })
  return stages[0]!
}

/** Premultiplied pixels with empty stretches, even ones and soft ones, as pictures have them. */
function aPicture(width: number, height: number, seed: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const stretch = chance(seed, `stretch ${Math.floor(i / 23)}`)
    const alpha = stretch < 0.4 ? 0 : stretch < 0.7 ? 255 : Math.floor(256 * chance(seed, `alpha ${i}`))
    for (const channel of [0, 1, 2])
      pixels[4 * i + channel] = Math.floor((alpha + 1) * chance(seed, `${channel} ${i}`))
    pixels[4 * i + 3] = alpha
  }
  return pixels
}

/** What a sprite's planes hold, by the formulas and nothing else. */
function convert(pixels: Buffer, { x: left, width, height }: Sprite) {
  const planes = {
    y: [] as number[],
    a: [] as number[],
    u: [] as number[],
    v: [] as number[],
    ac: [] as number[],
  }
  const at = (x: number, y: number, channel: number) => (x < 0 ? 0 : pixels[4 * (y * width + x) + channel]!)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [r, g, b] = [at(x, y, 0), at(x, y, 1), at(x, y, 2)]
      planes.y.push(16 + ((r * 11966 + g * 40254 + b * 4064 + 32768) >> 16))
      planes.a.push(at(x, y, 3))
    }
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      // Left of the frame's first column nothing counts.
      const before = x === -left ? x : x - 1
      const sum = (channel: number) =>
        [y, y + 1].reduce(
          (all, row) => all + at(before, row, channel) + 2 * at(x, row, channel) + at(x + 1, row, channel),
          0,
        )
      const [r, g, b] = [sum(0), sum(1), sum(2)]
      planes.u.push(128 + ((r * -6596 + g * -22189 + b * 28785 + 262144) >> 19))
      planes.v.push(128 + ((r * 28785 + g * -26145 + b * -2640 + 262144) >> 19))
      planes.ac.push((sum(3) + 4) >> 3)
    }
  return planes
}

/** Distance of the nearest pixel that is not opaque, and of the sides. */
function findRadius(alpha: readonly number[], { width, height }: Sprite): number {
  const far = alpha.flatMap((value, i) => {
    const [dx, dy] = [(i % width) + 0.5 - width / 2, Math.floor(i / width) + 0.5 - height / 2]
    return value === 255 ? [] : [Math.hypot(dx, dy)]
  })
  return Math.min(width / 2, height / 2, ...far)
}

test('pixels become the planes that the formulas say, at any width and with the frame’s edge anywhere', async () => {
  const stage = await aStage()
  const { sharedMemory } = stage
  for (let seed = 0; seed < 60; seed++) {
    const width = 8 + 2 * Math.floor(40 * chance(seed, 'width'))
    const x = -2 * Math.floor((width / 2 + 3) * chance(seed, 'x')) + 4
    const sprite = allocSprite(sharedMemory, { x, y: 0, width, height: 8 })
    const pixels = aPicture(width, 8, seed)
    // Twice, since a sprite is filled anew for another picture.
    fillSprite(stage, sprite, aPicture(width, 8, seed + 1000), width)
    fillSprite(stage, sprite, pixels, width)
    const read = (plane: number, stride: number, columns: number, rows: number) =>
      Array.from({ length: rows }, (_, row) => [...sharedMemory.bytes(plane + row * stride, columns)]).flat()
    const wanted = convert(pixels, sprite)
    const { strideY, strideC, planeY, planeA, planeU, planeV, planeAC } = sprite
    assert.deepEqual(read(planeY, strideY, width, 8), wanted.y, `luma ${seed}`)
    assert.deepEqual(read(planeA, strideY, width, 8), wanted.a, `opacity ${seed}`)
    assert.deepEqual(read(planeU, strideC, width / 2, 4), wanted.u, `U ${seed}`)
    assert.deepEqual(read(planeV, strideC, width / 2, 4), wanted.v, `V ${seed}`)
    assert.deepEqual(read(planeAC, strideC, width / 2, 4), wanted.ac, `opacity of colour ${seed}`)
    const radius = sharedMemory.floats(sprite.address, 16)[SPRITE.opaqueRadius]!
    assert.ok(Math.abs(radius - findRadius(wanted.a, sprite)) < 1e-4, `radius ${seed}`)
    checkSpans(read(planeA, strideY, width, 8), [...sharedMemory.words(sprite.spansY, 32)], width)
  }
})

/** Paint lies between the first and the last number; the two between them hold the longest stretch of one opacity. */
function checkSpans(alpha: readonly number[], spans: readonly number[], width: number): void {
  for (let row = 0; row < 8; row++) {
    const line = alpha.slice(row * width, (row + 1) * width)
    const [start = 0, from = 0, to = 0, end = 0] = spans.slice(4 * row, 4 * row + 4)
    if (line.every((value) => value === 0)) continue
    assert.equal(
      start,
      line.findIndex((value) => value > 0),
    )
    assert.equal(end, line.findLastIndex((value) => value > 0) + 1)
    const longest = Math.max(...listRuns(line).map(({ value, length }) => (value > 0 ? length : 0)))
    assert.equal(to - from, longest)
    assert.equal(new Set(line.slice(from, to)).size, 1)
  }
}

function listRuns(line: readonly number[]): { value: number; length: number }[] {
  const runs: { value: number; length: number }[] = []
  for (const value of line) {
    const last = runs.at(-1)
    if (last?.value === value) last.length++
    else runs.push({ value, length: 1 })
  }
  return runs
}
