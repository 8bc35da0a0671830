import type { ClipFile, ClipLight, ClipLook } from '../compose/clip-file.ts'
import type { Frame } from '../compose/frame.ts'
import type { ShotFraming } from '../film/frame-shot.ts'
import { listMoments } from '../film/plan-film.ts'
import type { Shot } from '../film/plan-shots.ts'
import type { Box, Size } from '../geometry.ts'
import { coverBox } from '../layers/zoom-window.ts'
import { measureHiddenFace } from '../paint/measure-hidden.ts'
import type { ShownLight } from './find-shade.ts'

/** A shot as a frame of this size shows it: its file and its camera. */
export type ShotView = { shot: Shot; file: ClipFile; framing: ShotFraming; frame: Size; fps: number }

/** What a shot shows at the moments that were looked at, where its camera begins and where it ends. */
export function measureShownLight({ shot, file, framing, frame, fps }: ShotView): ShownLight[] {
  const [from = 0, to = from] = listMoments(shot, fps, 2)
  return listLights(file.lights ?? [], from, to).flatMap((light) =>
    ENDS.map((end) => ({
      light,
      place: coverBox(file, { x: 0, y: 0, ...frame }, standAt(framing, end), STILL),
    })),
  )
}

/** Those in the shot; of one that was cut once more, and not looked at itself, the ones next to it. */
function listLights(lights: readonly ClipLight[], from: number, to: number): ClipLight[] {
  const inside = lights.filter(({ secs }) => secs >= from - 0.01 && secs <= to + 0.01)
  const beside = [lights.findLast(({ secs }) => secs < from), lights.find(({ secs }) => secs > to)]
  return inside.length > 0 ? inside : beside.filter((light) => light !== undefined)
}

/** How much of what there is to see in a shot lies behind a box of the frame, and how much of a face. */
export type BusyMeter = (box: Box) => { seen: number; face: number }

/** Cells that weigh less than so many times the mean are ground: small people are no subject yet, and count all the same. */
const GROUND = 0.9

/** Looks at all that was seen of a shot, and just before and after it, from both ends of its camera. */
export function measureBusy(view: ShotView): BusyMeter {
  const { shot, file, framing, frame, fps } = view
  const whole = { x: 0, y: 0, ...frame }
  const meters = listLooks(shot, file, fps).flatMap((look) =>
    ENDS.map((end) => createMeter({ ...file, salience: look.salience }, frame, standAt(framing, end))),
  )
  const seenInAll = mean(meters.map((measure) => measure(whole).seen))
  return (box) => {
    const found = meters.map((measure) => measure(box))
    return {
      seen: seenInAll > 0 ? mean(found.map(({ seen }) => seen)) / seenInAll : 0,
      face: Math.max(0, ...found.map(({ face }) => face)),
    }
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

const ENDS = ['from', 'to'] as const
const STILL: Frame = { index: 0, count: 1, fps: 1, secs: 0, position: 0 }

type Camera = { zoom: number; panX: number; panY: number }

function standAt({ zoom, panX, panY }: ShotFraming, end: 'from' | 'to'): Camera {
  return { zoom: zoom[end], panX: panX[end], panY: panY[end] }
}

/** The last look before the shot, all in it, and the first after it. */
function listLooks(shot: Shot, { looks }: ClipFile, fps: number): ClipLook[] {
  const [from = 0, to = from] = listMoments(shot, fps, 2)
  const first = Math.max(
    0,
    looks.findLastIndex(({ secs }) => secs <= from),
  )
  const after = looks.findIndex(({ secs }) => secs >= to)
  return looks.slice(first, (after < 0 ? looks.length : after) + 1)
}

function createMeter(
  picture: Size & { salience: ClipLook['salience'] },
  frame: Size,
  camera: Camera,
): (box: Box) => { seen: number; face: number } {
  const { salience } = picture
  const { columns, rows, weights } = salience
  const measureFaces = (faces: readonly Box[]) =>
    measureHiddenFace({ ...picture, salience: { ...salience, faces } }, frame, camera)
  const parts = ABOVE.map(({ share, worth }) => ({
    measure: measureFaces((salience.faces ?? []).map((face) => raise(face, share))),
    worth,
  }))
  const place = coverBox(picture, { x: 0, y: 0, ...frame }, camera, STILL)
  const subject = weights.map((weight) => (weight * weights.length > GROUND ? weight : 0))
  return (box) => ({
    seen: sumBehind(subject, { columns, rows, place }, box),
    face: Math.max(...parts.map(({ measure, worth }) => worth * measure(box))),
  })
}

/**
 * A face is known from its brows to its chin. Its forehead and its hair are so much of that above it: type had better stand on
 * them than on a mouth, and on hair rather than on a forehead.
 */
const ABOVE = [
  { share: 0, worth: 1 },
  { share: 0.25, worth: 0.5 },
  { share: 0.55, worth: 0.3 },
]

function raise({ x, y, width, height }: Box, share: number): Box {
  const top = Math.max(0, y - share * height)
  return { x, y: top, width, height: y + height - top }
}

/** Sums up cells of a grid, which lies at a place of the frame, as far as they lie behind a box. */
function sumBehind(
  values: ArrayLike<number>,
  { columns, rows, place }: { columns: number; rows: number; place: Box },
  box: Box,
): number {
  const across = (x: number) => ((x - place.x) / place.width) * columns
  const down = (y: number) => ((y - place.y) / place.height) * rows
  const [left, right] = [across(box.x), across(box.x + box.width)]
  const [top, bottom] = [down(box.y), down(box.y + box.height)]
  let sum = 0
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(rows, bottom); row++) {
    const high = Math.min(row + 1, bottom) - Math.max(row, top)
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(columns, right); column++) {
      const wide = Math.min(column + 1, right) - Math.max(column, left)
      sum += high * wide * (values[row * columns + column] ?? 0)
    }
  }
  return sum
}
