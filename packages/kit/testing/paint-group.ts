import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Cover } from '../src/paint/create-cover.ts'
import { paintCover } from './paint-cover.ts'

/** Where the faces of a group are, across its cover. */
export const GROUP = [0.14, 0.48, 0.84] as const
/** What each of them wears, and nothing else in the cover. */
export const COATS = ['#c02020', '#20a030', '#2040d0'] as const

/** A wide cover with three people side by side, their faces known. */
export function paintGroup(width = 320, height = 184): Cover {
  const cover = paintCover({ width, height }, (ctx) => {
    ctx.fillStyle = '#4a4036'
    ctx.fillRect(0, 0, width, height)
    for (const [i, at] of GROUP.entries()) drawPerson(ctx, at * width, height, COATS[i] ?? '')
  })
  const faces = GROUP.map((at) => ({ x: at - 0.08, y: 0.22, width: 0.16, height: 0.28 }))
  return { ...cover, salience: { ...cover.salience, faces } }
}

function drawPerson(ctx: SKRSContext2D, x: number, height: number, coat: string): void {
  ctx.fillStyle = coat
  ctx.fillRect(x - 0.18 * height, 0.52 * height, 0.36 * height, 0.48 * height)
  ctx.fillStyle = '#d9a184'
  ctx.beginPath()
  ctx.ellipse(x, 0.36 * height, 0.11 * height, 0.15 * height, 0, 0, 7)
  ctx.fill()
}
