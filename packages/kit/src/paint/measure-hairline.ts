import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

const SIZE_PX = 160
const ROOM = { width: 256, height: 320, x: 40, baseline: 220 }
/** Letters with joints, curves and bars; where a face has none of Latin, its own are measured. */
const LATIN = 'aeno'
const MOST_LETTERS = 4
/** The thinnest part of the ink that is no tip of a stroke and no rounding. */
const THIN_SHARE = 0.15

/** How thin the thin strokes of a face are, in em: 0.025 in a light serif, 0.08 in a regular sans. 0 where nothing is drawn. */
export function measureHairline(
  alias: string,
  { sample, isLatin, weight }: { sample: string; isLatin: boolean; weight: number },
): number {
  const ctx = createCanvas(ROOM.width, ROOM.height).getContext('2d')
  ctx.font = `${weight} ${SIZE_PX}px "${alias}"`
  const counts = new Uint32Array(ROOM.height + 1)
  for (const letter of [...(isLatin ? LATIN : sample)].slice(0, MOST_LETTERS)) {
    ctx.clearRect(0, 0, ROOM.width, ROOM.height)
    ctx.fillText(letter, ROOM.x, ROOM.baseline)
    countThicknesses(readInk(ctx), counts)
  }
  const total = counts.reduce((sum, count) => sum + count, 0)
  let thinner = 0
  const thin = counts.findIndex((count) => {
    thinner += count
    return thinner > THIN_SHARE * total
  })
  return Math.max(0, thin) / SIZE_PX
}

function readInk(ctx: SKRSContext2D): Uint8Array {
  const { data } = ctx.getImageData(0, 0, ROOM.width, ROOM.height)
  const ink = new Uint8Array(ROOM.width * ROOM.height)
  for (let i = 0; i < ink.length; i++) ink[i] = data[4 * i + 3]! >> 7
  return ink
}

/** Counts how thick a letter is at each pixel of its ink: across or down, whichever is less. */
function countThicknesses(ink: Uint8Array, counts: Uint32Array): void {
  const { width, height } = ROOM
  const across = measureRuns(ink, { lines: height, perLine: width, lineStep: width, step: 1 })
  const down = measureRuns(ink, { lines: width, perLine: height, lineStep: 1, step: width })
  for (let i = 0; i < ink.length; i++) if (ink[i]) counts[Math.min(across[i]!, down[i]!)]!++
}

type Lines = { lines: number; perLine: number; lineStep: number; step: number }

/** Of each pixel of ink, how long the run of ink in its line is. */
function measureRuns(ink: Uint8Array, { lines, perLine, lineStep, step }: Lines): Uint16Array {
  const runs = new Uint16Array(ink.length)
  for (let line = 0; line < lines; line++)
    for (let at = 0; at < perLine; at++) {
      const start = at
      while (at < perLine && ink[line * lineStep + at * step]) at++
      for (let i = start; i < at; i++) runs[line * lineStep + i * step] = at - start
    }
  return runs
}
