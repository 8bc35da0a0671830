import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { paintCover } from '../../testing/paint-cover.ts'
import { GROUP, paintGroup } from '../../testing/paint-group.ts'
import { chance } from './chance.ts'
import { measurePlainness } from './plainness.ts'
import { planFilling } from './plan-filling.ts'

const SIDE = 320
const TALL = { width: 1080, height: 1920 }

test('a tall frame is filled by the cover alone where its subject fits into the crop', () => {
  for (const at of [0.25, 0.5, 0.8]) {
    const place = planFilling(
      cover((ctx) => {
        leaves(ctx)
        disc(ctx, at, 0.5, 0.1)
      }),
      TALL,
    )
    assert.ok(Math.abs(place.height - TALL.height) < 1e-6 && place.y === 0, JSON.stringify(place))
    const x = place.x + at * place.width
    assert.ok(x > 0.15 * TALL.width && x < 0.85 * TALL.width, `the subject stands at ${x}`)
  }
})

test('more of a wide subject is shown where the edges are plain, and never where they are not', () => {
  const pair = (ctx: SKRSContext2D) => {
    disc(ctx, 0.16, 0.5, 0.1)
    disc(ctx, 0.84, 0.5, 0.1)
  }
  const plain = planFilling(cover(pair), TALL)
  assert.ok(plain.y > 0 && plain.y + plain.height < TALL.height, JSON.stringify(plain))
  const busy = planFilling(
    cover((ctx) => {
      leaves(ctx)
      pair(ctx)
    }),
    TALL,
  )
  assert.ok(busy.y <= 0 && busy.y + busy.height >= TALL.height, JSON.stringify(busy))
})

test('something on both sides and nothing that outweighs the middle: cropped around it', () => {
  const place = planFilling(
    cover((ctx) => {
      leaves(ctx)
      for (const at of [0.04, 0.27, 0.5, 0.73, 0.96]) disc(ctx, at, 0.5, 0.07)
    }),
    TALL,
  )
  assert.ok(Math.abs(place.x + place.width / 2 - TALL.width / 2) < 1, JSON.stringify(place))
})

test('what no crop can show whole is cropped where most of it lies, and not around an empty middle', () => {
  const place = planFilling(
    cover((ctx) => {
      leaves(ctx)
      disc(ctx, 0.1, 0.5, 0.1)
      disc(ctx, 0.2, 0.3, 0.06)
      disc(ctx, 0.9, 0.5, 0.1)
    }),
    TALL,
  )
  const seen = [0.1, 0.2, 0.9].filter((at) => {
    const x = place.x + at * place.width
    return x > 0 && x < TALL.width
  })
  assert.ok(seen.length >= 1, JSON.stringify(place))
})

test('where busy edges may go on mirrored, a subject that is too wide is shown whole', () => {
  const wide = cover((ctx) => {
    leaves(ctx)
    ctx.fillStyle = '#ff9a3c'
    ctx.fillRect(0.16 * SIDE, 0.4 * SIDE, 0.64 * SIDE, 0.2 * SIDE)
  })
  const cropped = planFilling(wide, TALL)
  assert.ok(cropped.y <= 0 && cropped.y + cropped.height >= TALL.height, JSON.stringify(cropped))
  const shown = planFilling(wide, TALL, { canMakeUp: true })
  const [left, right] = [shown.x + 0.16 * shown.width, shown.x + 0.8 * shown.width]
  assert.ok(left > 0 && right < TALL.width, `from ${left} to ${right}`)
  assert.ok(shown.y > 0 && shown.y + shown.height < TALL.height, JSON.stringify(shown))
})

/** A picture whose plain ground ends in fur below, and what stands out in it. */
function standing(weigh: (column: number, row: number) => number) {
  const furry = cover((ctx) => {
    for (let i = 0; i < 900; i++) {
      ctx.fillStyle = ['#4a3524', '#2c2018', '#6a4a30'][i % 3]!
      ctx.fillRect(SIDE * (0.4 + 0.6 * chance(4, i)), SIDE * (0.7 + 0.3 * chance(5, i)), 8, 8)
    }
  })
  const side = 40
  const all = Array.from({ length: side * side }, (_, i) => weigh(i % side, Math.floor(i / side)))
  const total = all.reduce((sum, weight) => sum + weight, 0)
  const weights = new Float32Array(new SharedArrayBuffer(4 * all.length))
  weights.set(all.map((weight) => weight / total))
  return { ...furry, salience: { columns: side, rows: side, weights, faces: [] } }
}

test('a head that is wider than any crop is shown whole, with air beside it and only the plain wall above drawn on', () => {
  for (const [from, to] of [
    [5, 38],
    [2, 35],
  ] as const) {
    const isHead = (column: number, row: number) => column >= from && column < to && row > 10 && row < 20
    const head = standing((column, row) => (isHead(column, row) ? 5 : 0.2))
    const place = planFilling(head, TALL, { canMakeUp: true })
    const [left, right] = [from, to].map((column) => place.x + (column / 40) * place.width)
    assert.ok(left! > 0.035 * TALL.width && right! < 0.965 * TALL.width, `from ${left} to ${right}`)
    const foot = place.y + place.height
    assert.ok(place.y < 0.4 * TALL.height && foot > TALL.height - 1, `from ${place.y} to ${foot}`)
  }
})

test('of a wide photograph below a plain sky more is shown than its subject: what stands in a row is not cut beside it', () => {
  const isThing = (column: number, row: number) => column > 15 && column < 26 && row > 17 && row < 28
  const square = standing((column, row) => (isThing(column, row) ? 5 : 0.2))
  const { y, height } = planFilling(square, TALL, { canMakeUp: true })
  assert.ok(y <= 1e-6 && height >= TALL.height - 1e-6, `a square one fills the frame, at ${y}`)
  const place = planFilling({ ...square, width: 1.5 * SIDE }, TALL, { canMakeUp: true })
  const shown = TALL.width / place.width
  assert.ok(shown > 0.55, `${shown} of its width`)
  const foot = place.y + place.height
  assert.ok(place.y < 0.4 * TALL.height && foot > TALL.height - 1, `from ${place.y} to ${foot}`)
})

test('of a thing that is too wide even for that, what stands out most is shown, and nothing is made up', () => {
  const isThing = (column: number, row: number) => column > 0 && column < 39 && row > 15 && row < 24
  const wide = standing((column, row) => (!isThing(column, row) ? 0.2 : column < 4 ? 6 : 3))
  const place = planFilling(wide, TALL, { canMakeUp: true })
  assert.ok(place.y <= 1e-6 && place.y + place.height >= TALL.height - 1e-6, JSON.stringify(place))
  const front = place.x + (1 / 40) * place.width
  assert.ok(front >= 0, `its front begins at ${front}`)
})

test('a thin rim is no reason to show less of a frame filled: the subject loses its air instead', () => {
  const wide = cover((ctx) => {
    leaves(ctx)
    ctx.fillStyle = '#ff9a3c'
    ctx.fillRect(0.24 * SIDE, 0.4 * SIDE, 0.52 * SIDE, 0.2 * SIDE)
  })
  const faceless = { ...wide, salience: { ...wide.salience, faces: [] } }
  const place = planFilling(faceless, TALL, { canMakeUp: true })
  assert.ok(place.y <= 1e-6 && place.y + place.height >= TALL.height - 1e-6, JSON.stringify(place))
  const [left, right] = [place.x + 0.24 * place.width, place.x + 0.76 * place.width]
  assert.ok(left > 0 && right < TALL.width, `from ${left} to ${right}`)
})

test('somebody who stands beside a face is not cropped away where busy edges may go on', () => {
  const pair = cover((ctx) => {
    leaves(ctx)
    ctx.fillStyle = '#d9a184'
    for (const x of [0.12, 0.86]) {
      ctx.beginPath()
      ctx.ellipse(x * SIDE, 0.4 * SIDE, 0.09 * SIDE, 0.12 * SIDE, 0, 0, 7)
      ctx.fill()
    }
  })
  const faces = [{ x: 0.03, y: 0.28, width: 0.18, height: 0.24 }]
  const found = { ...pair, salience: { ...pair.salience, faces } }
  const place = planFilling(found, TALL, { canMakeUp: true })
  const [left, right] = [place.x + 0.03 * place.width, place.x + 0.95 * place.width]
  assert.ok(left >= 0 && right <= TALL.width, `from ${left} to ${right}`)
})

test('of three people side by side nobody is left out, in any frame, whether busy edges may go on or not', () => {
  const group = paintGroup()
  for (const size of [TALL, { width: 1080, height: 1440 }, { width: 1080, height: 1080 }])
    for (const canMakeUp of [false, true]) {
      const { x, width } = planFilling(group, size, { canMakeUp })
      for (const at of GROUP) {
        const [left, right] = [x + (at - 0.08) * width, x + (at + 0.08) * width]
        assert.ok(left >= 0 && right <= size.width, `from ${left} to ${right} in ${size.width}`)
      }
    }
})

test('one face fills a tall frame wherever its cheeks fit into the crop: hair at the sides is no reason to make ground up', () => {
  for (const x of [0.05, 0.2, 0.4]) {
    const portrait = cover((ctx) => {
      leaves(ctx)
      ctx.fillStyle = '#d9a184'
      ctx.beginPath()
      ctx.ellipse((x + 0.28) * SIDE, 0.46 * SIDE, 0.24 * SIDE, 0.3 * SIDE, 0, 0, 7)
      ctx.fill()
    })
    const faces = [{ x, y: 0.18, width: 0.56, height: 0.56 }]
    const place = planFilling({ ...portrait, salience: { ...portrait.salience, faces } }, TALL, {
      canMakeUp: true,
    })
    assert.ok(place.y === 0 && Math.abs(place.height - TALL.height) < 1e-6, JSON.stringify(place))
    const [left, right] = [x + 0.05, x + 0.51].map((at) => place.x + at * place.width)
    assert.ok(left! >= 0 && right! <= TALL.width, `from ${left} to ${right}`)
  }
})

test('of a thing that the cover itself cuts nothing is made up: a tall frame is filled by its free end', () => {
  const thing = cover((ctx) => {
    leaves(ctx)
    ctx.fillStyle = '#ff9a3c'
    ctx.fillRect(0, 0.45 * SIDE, 0.75 * SIDE, 0.12 * SIDE)
  })
  const place = planFilling({ ...thing, salience: { ...thing.salience, faces: [] } }, TALL, {
    canMakeUp: true,
  })
  assert.ok(place.y <= 1e-6 && place.y + place.height >= TALL.height - 1e-6, JSON.stringify(place))
  const end = place.x + 0.75 * place.width
  assert.ok(end > 0.7 * TALL.width && end < TALL.width, `it ends at ${end}`)
})

test('above a face that fills the cover nothing is made up', () => {
  const portrait = cover((ctx) => leaves(ctx))
  // So large that not even its cheeks fit into the crop.
  const faces = [{ x: 0.12, y: 0.2, width: 0.76, height: 0.76 }]
  const place = planFilling({ ...portrait, salience: { ...portrait.salience, faces } }, TALL, {
    canMakeUp: true,
  })
  assert.ok(Math.abs(place.y) < 1e-6 && place.height < TALL.height, JSON.stringify(place))
})

test('a subject that stands free is shown whole and with air where the edges are plain', () => {
  // So wide that the crop alone would show most of it, and cut both ends.
  const wide = (ctx: SKRSContext2D) => {
    ctx.fillStyle = '#ff9a3c'
    ctx.fillRect(0.15 * SIDE, 0.4 * SIDE, 0.62 * SIDE, 0.2 * SIDE)
  }
  const place = planFilling(cover(wide), TALL)
  const left = place.x + 0.15 * place.width
  const right = place.x + 0.77 * place.width
  assert.ok(left > 0.05 * TALL.width && right < 0.95 * TALL.width, `from ${left} to ${right}`)
  assert.ok(place.x <= 0 && place.x + place.width >= TALL.width, JSON.stringify(place))
})

test('of a subject that the cover itself cuts at one side, the free end is shown', () => {
  for (const isFlipped of [false, true]) {
    // The body weighs more than what the cover cuts off, and a bill sticks out on the other side.
    const bird = cover((ctx) => {
      if (isFlipped) ctx.setTransform(-1, 0, 0, 1, SIDE, 0)
      ctx.fillStyle = '#ff9a3c'
      ctx.fillRect(0.22 * SIDE, 0.42 * SIDE, 0.2 * SIDE, 0.05 * SIDE)
      ctx.fillRect(0.42 * SIDE, 0.3 * SIDE, 0.58 * SIDE, 0.4 * SIDE)
    })
    const place = planFilling(bird, TALL)
    const bill = place.x + (isFlipped ? 0.78 : 0.22) * place.width
    assert.ok(bill > 0.03 * TALL.width && bill < 0.97 * TALL.width, `the free end stands at ${bill}`)
  }
})

test('an edge is plain unless something stands in it', () => {
  const head = cover((ctx) => {
    leaves(ctx)
    ctx.fillStyle = '#203040'
    ctx.fillRect(0, SIDE / 2, SIDE, SIDE / 2)
  })
  const { top, bottom, whole } = measurePlainness(head.picture)
  assert.ok(top < 0.3 && bottom > 0.95, `${top}, ${bottom}`)
  assert.ok(whole < bottom)
})

const cover = (draw: (ctx: SKRSContext2D) => void) => paintCover(SIDE, draw)

function leaves(ctx: SKRSContext2D): void {
  for (let i = 0; i < 2500; i++) {
    ctx.fillStyle = ['#1f3d1a', '#3f6a34', '#16300f'][i % 3]!
    const side = 5 + 9 * chance(1, 'side', i)
    ctx.fillRect(chance(1, 'x', i) * SIDE, chance(1, 'y', i) * SIDE, side, side)
  }
}

function disc(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  ctx.fillStyle = '#ff9a3c'
  ctx.beginPath()
  ctx.arc(x * SIDE, y * SIDE, radius * SIDE, 0, 7)
  ctx.fill()
}
