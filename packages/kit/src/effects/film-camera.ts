import type { ShotFraming } from '../film/frame-shot.ts'
import type { Size } from '../geometry.ts'
import { mix } from '../paint/easing.ts'
import { keepAcross } from './keep-across.ts'
import type { ShotView } from './shot-view.ts'
import { keepHeads } from './shot-view-heads.ts'

/** A window of the film, and how much of it there is: 0 is the whole frame, and the film slides between. */
export type SlidWindow = { window: Size; share: number }

/** The camera of a shot, in the window that the film has; without one in the whole frame. */
export type FilmCamera = (shot: number, slid?: SlidWindow) => ShotFraming

/** The camera of a shot in a window, before it makes room for people. */
export type FrameIn = (shot: number, window: Size) => ShotFraming

/** One shot may have several windows and all of the frame in turn: what is whole in one of them may be cut in the next. */
export function createFilmCamera(views: readonly ShotView[], frameIn?: FrameIn): FilmCamera {
  const known = new Map<string, ShotFraming>()
  const findIn = (at: number, { width, height }: Size) => {
    const name = `${at} ${width} ${height}`
    const view = views[at]!
    const found =
      known.get(name) ??
      keepPeople({
        ...view,
        frame: { width, height },
        framing: frameIn?.(at, { width, height }) ?? view.framing,
      }).framing
    known.set(name, found)
    return found
  }
  return (at, slid) => {
    const whole = views[at]!.framing
    if (!slid || slid.share === 0) return whole
    const inWindow = findIn(at, slid.window)
    return slid.share === 1 ? inWindow : mixFramings(whole, inWindow, slid.share)
  }
}

/** How far off the camera stands decides what it shows at the sides, and that how high it stands. */
export function keepPeople(view: ShotView): ShotView {
  return keepHeads(keepAcross(keepHeads(view)))
}

function mixFramings(one: ShotFraming, other: ShotFraming, share: number): ShotFraming {
  const mixEnds = (name: keyof ShotFraming) => ({
    from: mix(one[name].from, other[name].from, share),
    to: mix(one[name].to, other[name].to, share),
  })
  return { zoom: mixEnds('zoom'), panX: mixEnds('panX'), panY: mixEnds('panY') }
}
