import type { ClipFile, ClipLook } from '../compose/clip-file.ts'
import type { Frame } from '../compose/frame.ts'
import { frameShot, type ShotFraming } from '../film/frame-shot.ts'
import type { Shot } from '../film/plan-shots.ts'
import type { Box, Size } from '../geometry.ts'
import { coverBox } from '../layers/zoom-window.ts'
import { HEAD_ABOVE } from '../paint/crop-to-fill.ts'
import type { FilmInk } from './film-inks.ts'
import { findShade, type ShownLight } from './find-shade.ts'
import { isTooLow, isTooWide, keepAcross } from './keep-across.ts'
import { measureSeen, standOff } from './shot-camera.ts'
import { measureBusy, measureShownLight, type ShotView } from './shot-view.ts'
import { keepHeads } from './shot-view-heads.ts'

/** A shot that may be a nearer part of a planned one: how much nearer, and which one that was. */
export type HeldShot = Shot & { punch?: number; planned?: number }

/** A film that has one window for a whole video, so that nothing of its layout moves but at its own cuts. */
export type HeldFilm = {
  window: Box
  /** The camera of each shot: nobody is cut whom it can show whole. */
  cameras: readonly ShotFraming[]
  /** Whether the window is so narrow or so low that it cuts people or the thing that a shot shows, wherever the camera stands. */
  isCutting(shot: number): boolean
  /** How much of the clip's area a shot shows from afar. */
  measureShown(shot: number): number
  /** How much of a face lies behind a box of the frame, and which part of all that there is to see in the window, 0 to 1. */
  measureBehind(shot: number, box: Box): { face: number; seen: number }
  /** How much of what stands highest lies behind a box of the frame, 0 to 1: heads, and the upper part of what stands out. */
  measureCrown(shot: number, box: Box): number
  /** How much of the ink's ground must lie over a box of the frame so that its type has 7:1 there. */
  measureNeed(shot: number, box: Box, ink: FilmInk): number
}

/** What is held: where, and with which clips. */
export type HeldFilmWish = {
  shots: readonly HeldShot[]
  clips: readonly ClipFile[]
  /** In the units of a short side of 1080. */
  window: Box
  /** A part of the frame in which the film is lost: where a camera has room, it shows heads and what stands out beside it. */
  dark?: Box
  fps: number
  seed: number
}

/** A little over 7:1, since video rounds colours. */
const RATIO = 7.3
/** Nobody knows how light a picture is that was not looked at: it may be white, and it may be black. */
const UNKNOWN: ShownLight = {
  light: { columns: 1, rows: 1, lightest: Uint8Array.of(235), darkest: Uint8Array.of(16) },
  place: { x: -1e5, y: -1e5, width: 2e5, height: 2e5 },
}

export function holdFilm({ shots, clips, window, dark, fps, seed }: HeldFilmWish): HeldFilm {
  const inWindow = ({ x, y, ...size }: Box): Box => ({ x: x - window.x, y: y - window.y, ...size })
  const views = shots.map((shot, at): ShotView | undefined => {
    const file = clips[shot.clip]
    if (!file) return undefined
    const framing = frameIn(shot, at, { file, window, seed })
    const kept = keepPeople({ shot, file, framing, frame: window, fps })
    return dark ? leaveDark(kept, inWindow(dark)) : kept
  })
  const read = <T>(at: number, unknown: T, measure: (view: ShotView) => T): T => {
    const view = views[at]
    return view ? measure(view) : unknown
  }
  return {
    window,
    cameras: views.map((view) => view?.framing ?? STILL),
    isCutting: (at) => read(at, false, (view) => isTooWide(view, window) || isTooLow(view, window)),
    measureShown: (at) =>
      read(at, 0, ({ file }) => {
        const { across, down } = measureSeen(file, window, 1)
        return across * down
      }),
    measureBehind: (at, box) => read(at, { face: 0, seen: 0 }, (view) => measureBusy(view)(inWindow(box))),
    measureCrown: (at, box) => read(at, 0, (view) => weighBehind(view, inWindow(box)).crown),
    measureNeed: (at, box, ink) => {
      const seen = read(at, [], measureShownLight)
      return findNeed(seen.length > 0 ? seen : [UNKNOWN], inWindow(box), ink)
    },
  }
}

/** How much of an ink's ground its type needs over any picture. */
export function findMostNeed(ink: FilmInk): number {
  return findNeed([UNKNOWN], { x: 0, y: 0, width: 1, height: 1 }, ink)
}

function findNeed(shown: readonly ShownLight[], box: Box, { type, veil }: FilmInk): number {
  const shade = findShade(shown, { text: type, background: veil }, { boxes: [box], ratio: RATIO })
  return shade.boxes[0]?.amount ?? 0
}

/** Where a window shows no more than so much of a clip, that is near enough; the camera still moves a little. */
const SLICE = 0.6
const SLICE_ZOOM = 1.08

function isSlice(file: Size, window: Size): boolean {
  const { across, down } = measureSeen(file, window, 1)
  return across * down < SLICE
}

const STILL: ShotFraming = { zoom: { from: 1, to: 1 }, panX: { from: 0, to: 0 }, panY: { from: 0, to: 0 } }

function frameIn(
  shot: HeldShot,
  at: number,
  { file, window, seed }: { file: ClipFile; window: Box; seed: number },
): ShotFraming {
  const box = { x: 0, y: 0, width: window.width, height: window.height }
  const { punch = 1, planned = at } = shot
  const { zoom, ...pans } = frameShot(shot, planned, file, { box }, seed)
  const nearer = { from: punch * zoom.from, to: punch * zoom.to }
  return { ...pans, zoom: isSlice(file, window) ? standOff(nearer, SLICE_ZOOM) : nearer }
}

/** How far off the camera stands decides what it shows at the sides, and that how high it stands. */
function keepPeople(view: ShotView): ShotView {
  return keepHeads(keepAcross(keepHeads(view)))
}

/** How far a camera is moved in one try, and what each way costs: none moves for nothing. */
const SLIDES = Array.from({ length: 21 }, (_, i) => (i - 10) / 5)
const WAY = 0.08
/** Nothing is moved out of the dark for more than so much that leaves the window elsewhere, of all that counts. */
const MOST_LEFT = 0.02

/** The same shot, with its camera moved as far as it takes for most of what counts to be seen beside the dark. */
function leaveDark(view: ShotView, dark: Box): ShotView {
  const isLevel = dark.width >= view.frame.width
  const { shown } = weighBehind(view, dark)
  const tries = SLIDES.map((way) => {
    const { panX, panY } = view.framing
    const pans = isLevel ? { panX, panY: slide(panY, way) } : { panX: slide(panX, way), panY }
    const moved = { ...view, framing: { ...view.framing, ...pans } }
    const own = weighBehind(moved, dark)
    const isKept = own.shown >= shown - MOST_LEFT
    return { moved, worth: isKept ? own.clear - WAY * Math.abs(way) : Number.NEGATIVE_INFINITY }
  })
  return tries.reduce((best, one) => (one.worth > best.worth ? one : best)).moved
}

function slide({ from, to }: ShotFraming['panX'], way: number): ShotFraming['panX'] {
  const hold = (pan: number) => Math.max(-1, Math.min(1, pan + way))
  return { from: hold(from), to: hold(to) }
}

/** So much of what stands out, from above, is its upper part, which counts so many times as much; a head counts still more. */
const UPPER = { share: 0.35, worth: 3, head: 8 }
/** Cells with less than so many times the mean are ground. */
const STANDS_OUT = 0.9

/** Which part of a shot's crown is behind a box of its window, and which parts of all that counts are in the window, and beside the box. */
function weighBehind({ shot, file, framing, frame }: ShotView, box: Box): Weighed {
  const ends = (['from', 'to'] as const).flatMap((end) => {
    const look = shot.looks[end]
    if (!look) return []
    const camera = { zoom: framing.zoom[end], panX: framing.panX[end], panY: framing.panY[end] }
    const place = coverBox(file, { x: 0, y: 0, width: frame.width, height: frame.height }, camera, STANDING)
    return [weighLook(look, place, { frame, box })]
  })
  const mean = (values: number[]) => values.reduce((sum, own) => sum + own, 0) / Math.max(1, values.length)
  return {
    crown: mean(ends.map(({ crown }) => crown)),
    shown: mean(ends.map(({ shown }) => shown)),
    clear: mean(ends.map(({ clear }) => clear)),
  }
}

type Weighed = { crown: number; shown: number; clear: number }

const STANDING: Frame = { index: 0, count: 1, fps: 1, secs: 0, position: 0 }

function weighLook(look: ClipLook, place: Box, { frame, box }: { frame: Size; box: Box }): Weighed {
  const { columns, rows } = look.salience
  const { upper, rest } = partSubject(look)
  const sums = { all: 0, shown: 0, clear: 0, crown: 0, behind: 0 }
  for (const [cell, own] of upper.entries()) {
    const weight = UPPER.worth * own + rest[cell]!
    sums.all += weight
    const x = place.x + (((cell % columns) + 0.5) / columns) * place.width
    const y = place.y + ((Math.floor(cell / columns) + 0.5) / rows) * place.height
    if (x < 0 || y < 0 || x > frame.width || y > frame.height) continue
    const isBehind = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
    sums.shown += weight
    sums.crown += own
    if (isBehind) sums.behind += own
    else sums.clear += weight
  }
  return {
    crown: sums.crown > 0 ? sums.behind / sums.crown : 0,
    shown: sums.all > 0 ? sums.shown / sums.all : 0,
    clear: sums.all > 0 ? sums.clear / sums.all : 0,
  }
}

/** What stands out, in its upper part and what is below that. Where faces are known, they are the upper part. */
function partSubject({ salience }: ClipLook): { upper: Float32Array; rest: Float32Array } {
  const { columns, rows, weights, faces = [] } = salience
  const subject = weights.map((own) => (own * weights.length > STANDS_OUT ? own : 0))
  const most = UPPER.share * subject.reduce((sum, own) => sum + own, 0)
  let sum = 0
  const upper = subject.map((own, cell) => {
    const x = ((cell % columns) + 0.5) / columns
    const y = (Math.floor(cell / columns) + 0.5) / rows
    const isHead = faces.some(
      (face) =>
        x >= face.x &&
        x <= face.x + face.width &&
        y >= face.y - HEAD_ABOVE * face.height &&
        y <= face.y + face.height,
    )
    if (faces.length > 0) return isHead ? UPPER.head / weights.length : 0
    sum += own
    return sum <= most ? own : 0
  })
  return { upper, rest: subject.map((own, cell) => (upper[cell]! > 0 ? 0 : own)) }
}
