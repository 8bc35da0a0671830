import type { ClipFile } from '../compose/clip-file.ts'
import { frameShot, type ShotFraming } from '../film/frame-shot.ts'
import type { Shot } from '../film/plan-shots.ts'
import type { Box, Size } from '../geometry.ts'
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
  /** How much of the ink's ground must lie over a box of the frame so that its type has 7:1 there. */
  measureNeed(shot: number, box: Box, ink: FilmInk): number
}

/** What is held: where, and with which clips. */
export type HeldFilmWish = {
  shots: readonly HeldShot[]
  clips: readonly ClipFile[]
  /** In the units of a short side of 1080. */
  window: Box
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

export function holdFilm({ shots, clips, window, fps, seed }: HeldFilmWish): HeldFilm {
  const views = shots.map((shot, at): ShotView | undefined => {
    const file = clips[shot.clip]
    return (
      file &&
      keepPeople({ shot, file, framing: frameIn(shot, at, { file, window, seed }), frame: window, fps })
    )
  })
  const inWindow = ({ x, y, ...size }: Box): Box => ({ x: x - window.x, y: y - window.y, ...size })
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
