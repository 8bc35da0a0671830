import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { paintCover } from '@songreel/kit/testing/paint-cover.ts'
import { findKept } from './lyric-word-portrait/kept.ts'
import { closeGap, leaveRoom, planLayout } from './lyric-word-portrait/layout.ts'
import { loseThings } from './lyric-word-portrait/weigh-place.ts'

const SIDE = 320
const SIZES = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1350 },
  { width: 1920, height: 1080 },
]
const [TALL, , , WIDE] = SIZES

/** A plain cover with boxes on it, in fractions of its side. */
function paintBoxes(boxes: readonly (readonly [number, number, number, number])[]) {
  return paintCover(SIDE, (ctx) => {
    ctx.fillStyle = '#ff9a3c'
    for (const [x, y, width, height] of boxes) ctx.fillRect(x * SIDE, y * SIDE, width * SIDE, height * SIDE)
  })
}

function withFaces(...faces: { x: number; y: number; width: number; height: number }[]) {
  const cover = paintBoxes(faces.map(({ x, y, width, height }) => [x, y, width, height] as const))
  return { ...cover, salience: { ...cover.salience, faces } }
}

/** Subjects are known to a cell of a coarse grid. */
const NEAR_PX = 30

type Place = { x: number; y: number; width: number; height: number }

function standIn(place: Place, [x, y, width, height]: readonly [number, number, number, number]): Place {
  return {
    x: place.x + x * place.width,
    y: place.y + y * place.height,
    width: width * place.width,
    height: height * place.height,
  }
}

/** How far two boxes are over each other, along the axis where that is less. */
function measureOver(one: Place, other: Place): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.min(across, down)
}

const WITH_SUBJECTS = {
  'at one side': [0.04, 0.2, 0.3, 0.6],
  'at the head of the cover': [0.3, 0.02, 0.4, 0.4],
  'at its foot': [0.3, 0.58, 0.4, 0.4],
} as const

for (const [where, box] of Object.entries(WITH_SUBJECTS)) {
  test(`a subject ${where} is whole in every shape, and no words stand on it`, () => {
    const cover = paintBoxes([box])
    for (const size of SIZES) {
      const { shots, words, line, names } = planLayout(size, cover)
      for (const shot of shots) {
        const seen = standIn(shot, box)
        const how = `${size.width}x${size.height}: ${JSON.stringify(seen)}, words ${JSON.stringify(words)}`
        assert.ok(seen.x >= -NEAR_PX && seen.x + seen.width <= size.width + NEAR_PX, how)
        assert.ok(seen.y >= -NEAR_PX && seen.y + seen.height <= size.height + NEAR_PX, how)
        assert.ok(measureOver(seen, words) < NEAR_PX, how)
      }
      for (const part of [line, names]) {
        assert.ok(part.y >= words.y && part.y + part.height <= words.y + words.height + 1e-6)
        assert.ok(part.width === words.width && part.height > 60)
      }
    }
  })
}

test('the picture fills frames of every shape where nothing of it would be cut', () => {
  for (const size of SIZES) {
    const [place] = planLayout(size, paintBoxes([[0.35, 0.5, 0.3, 0.34]])).shots
    const across = Math.min(size.width, place!.x + place!.width) - Math.max(0, place!.x)
    const down = Math.min(size.height, place!.y + place!.height) - Math.max(0, place!.y)
    assert.ok(
      across * down > 0.6 * size.width * size.height,
      `${size.width}x${size.height}: ${across}, ${down}`,
    )
  }
})

describe('a face', () => {
  const face = { x: 0.3, y: 0.16, width: 0.36, height: 0.42 }

  test('has no words before it, alone or among others on a cover', () => {
    const several = [0.06, 0.42, 0.76].map((x) => ({ x, y: 0.2, width: 0.16, height: 0.2 }))
    for (const faces of [[face], several])
      for (const size of SIZES) {
        const { shots, words } = planLayout(size, withFaces(...faces))
        for (const shot of shots)
          for (const { x, y, width, height } of faces) {
            const over = measureOver(standIn(shot, [x, y, width, height]), words)
            assert.ok(over <= NEAR_PX, `${size.width}x${size.height}: ${over}`)
          }
      }
  })

  test('keeps its chin in the frame when the camera comes nearer', () => {
    for (const size of SIZES) {
      const { shots } = planLayout(size, withFaces(face))
      const airs = shots.map((shot) => size.height - shot.y - (face.y + face.height) * shot.height)
      assert.ok(Math.min(...airs) >= Math.min(airs[0]!, 0.1 * size.height), `${airs}`)
    }
  })

  test('has the smallest letters, and the calm around it has large ones', () => {
    for (const size of SIZES) {
      const { shots, rows } = planLayout(size, withFaces(face))
      const [place] = shots
      const middle = place!.y + (face.y + face.height / 2) * place!.height
      const heights = rows.map(({ height }) => height)
      const own = rows.find((row) => row.y + row.height > middle)!.height
      assert.ok(own <= Math.min(...heights) + 2 && own < 0.05 * size.height, `${heights}`)
      assert.ok(Math.max(...heights) > 1.4 * own, `${heights}`)
    }
  })
})

test('rows meet from the upper edge to the lower one', () => {
  for (const size of SIZES) {
    const { rows } = planLayout(size, paintBoxes([[0.4, 0.35, 0.2, 0.2]]))
    for (const [i, { y }] of rows.entries())
      assert.equal(y, i === 0 ? 0 : rows[i - 1]!.y + rows[i - 1]!.height)
    assert.equal(rows.at(-1)!.y + rows.at(-1)!.height, size.height)
  }
})

test('names stand right above the tallest line; at the head of the frame lines hang below the names', () => {
  const layout = planLayout(TALL!, paintBoxes([]))
  const { names, line } = layout
  const low = closeGap({ ...layout, hangs: false }, 100)
  assert.ok(low.names.y > names.y + 60 && low.names.y + low.names.height < line.y + line.height - 106)
  assert.deepEqual(closeGap({ ...layout, hangs: true }, 100).names, names)
  const high = planLayout(TALL!, paintBoxes([[0.3, 0.58, 0.4, 0.4]]))
  assert.ok(high.hangs && high.words.y < 400, JSON.stringify(high.words))
})

test('names of several lines leave less room to the line, and do not come into it', () => {
  const layout = planLayout(TALL!, paintBoxes([]))
  const { names, line } = leaveRoom(layout, layout.names.height + 40)
  assert.equal(line.y - names.y - names.height, layout.line.y - layout.names.y - layout.names.height + 40)
  assert.equal(line.y + line.height, layout.line.y + layout.line.height)
  assert.deepEqual(leaveRoom(layout, 90), layout)
})

test('a right-to-left title has the picture on the other side', () => {
  const [ltr, rtl] = [false, true].map((isRtl) => planLayout(WIDE!, paintBoxes([]), { isRtl }).words.x)
  assert.ok(ltr! < 200 && rtl! > 900, `${ltr}, ${rtl}`)
})

test('things are lost as far as the frame leaves them out, and none are where they go from side to side', () => {
  const frame = { width: 320, height: 320 }
  const kept = findKept(paintBoxes([[0.1, 0.3, 0.4, 0.4]]))
  const lostAt = (x: number) => loseThings(kept, { x, y: 0, width: 320, height: 320 }, frame)
  assert.ok(lostAt(0) < 1e-6 && lostAt(-95) > 0.3 && lostAt(-320) > 1 - 1e-6, `${lostAt(0)}, ${lostAt(-95)}`)
  assert.ok(!findKept(paintBoxes([[0, 0.4, 1, 0.2]])).things.some((share) => share > 0))
})

test('a landscape goes from side to side of a high frame', () => {
  const cover = paintBoxes([[0, 0.66, 0.45, 0.34]])
  assert.ok(findKept(cover).isLand)
  const { shots } = planLayout(TALL!, cover)
  for (const { x, width } of shots) assert.ok(x <= 0.5 && x + width >= 1080 - 0.5, `${x}, ${width}`)
})
