import type { Frame } from '../compose/frame.ts'
import type { Box, Size } from '../geometry.ts'
import { cubicInOut, ease, mix } from '../paint/easing.ts'
import type { SlidWindow } from './film-camera.ts'
import type { Placed, PlacedFilm } from './place-on-film.ts'

/** When each text of a film is there, and how the window gives way to it. */
export type WindowWish = {
  film: Pick<PlacedFilm, 'placed' | 'windows'>
  /** Of each placed text. */
  times: readonly { fromSecs: number; toSecs: number }[]
  /** When each shot begins and ends. */
  shots: readonly { startFrame: number; endFrame: number }[]
  fps: number
  frame: Size
  /** How long the window takes within a shot; at a cut it's there at once. */
  slideSecs: number
}

type Span = { fromSecs: number; toSecs: number }
/** While the field of a text is there, or on its way. */
type Stretch = Span & { text: number; window: Box; comes: boolean; leaves: boolean }

/**
 * A field is kept for type that comes again, or a cut that comes, within so many times its way: a film that had the frame to itself
 * for less than two of them would only flap.
 */
const KEPT = 4

/** The part of the frame that the film has, and the window of which that is so much. */
type FilmWindow = SlidWindow & { box: Box }

/** The part of the frame that the film has, by the frame; none where it always has all. A field without type gives its place back to the film. */
export function slideWindow(wish: WindowWish): ((frame: Frame) => FilmWindow) | undefined {
  const { film, frame: size, slideSecs } = wish
  if (!film.windows.some((window) => window)) return undefined
  const whole: Box = { x: 0, y: 0, ...size }
  const stretches = listAll(wish)
  return ({ secs }) => {
    const now = stretches.find(
      ({ fromSecs, toSecs, comes, leaves }) =>
        secs >= fromSecs - (comes ? slideSecs : 0) - ROUNDING_SECS &&
        secs < toSecs + (leaves ? slideSecs : 0) - ROUNDING_SECS,
    )
    if (!now) return { box: whole, window: whole, share: 0 }
    const came = now.comes ? ease(secs, now.fromSecs - slideSecs, slideSecs, cubicInOut) : 1
    const left = now.leaves ? ease(secs, now.toSecs, slideSecs, cubicInOut) : 0
    const share = Math.min(came, 1 - left)
    return { box: mixBoxes(whole, now.window, share), window: now.window, share }
  }
}

const ROUNDING_SECS = 0.001

/**
 * From when until when the field of each text is there: its own time, the pause after it that is too short for the film to come
 * back, and the field's way. A text that stands for so long leaves no moment of the field without words; none for one on the film.
 */
export function listFieldTimes(wish: Omit<WindowWish, 'frame'>): (Span | undefined)[] {
  const { film, slideSecs } = wish
  const all = Map.groupBy(listAll(wish), ({ text }) => text)
  return film.placed.map((_, text) => {
    const own = all.get(text)
    if (!own) return undefined
    return {
      fromSecs: Math.min(...own.map(({ fromSecs, comes }) => fromSecs - (comes ? slideSecs : 0))),
      toSecs: Math.max(...own.map(({ toSecs, leaves }) => toSecs + (leaves ? slideSecs : 0))),
    }
  })
}

function listAll(wish: Omit<WindowWish, 'frame'>): Stretch[] {
  const { film, shots, fps } = wish
  return shots.flatMap(({ startFrame, endFrame }, i) =>
    film.windows[i] ? listStretches({ startSecs: startFrame / fps, endSecs: endFrame / fps }, wish) : [],
  )
}

/** When type stands beside a shot, and whether its field comes and leaves within it. */
function listStretches(
  { startSecs, endSecs }: { startSecs: number; endSecs: number },
  { film, times, slideSecs }: Omit<WindowWish, 'frame'>,
): Stretch[] {
  const keptSecs = KEPT * slideSecs
  const inside = film.placed.flatMap(({ window }: Placed, i) => {
    const { fromSecs, toSecs } = times[i]!
    const [from, to] = [Math.max(fromSecs, startSecs), Math.min(toSecs, endSecs)]
    return window && to > from ? [{ text: i, fromSecs: from, toSecs: to, window }] : []
  })
  const inTurn = inside.toSorted((one, other) => one.fromSecs - other.fromSecs)
  return inTurn.map((own, i) => {
    const before = inTurn[i - 1]
    const next = inTurn[i + 1]
    const follows = before ? own.fromSecs - before.toSecs <= keptSecs : own.fromSecs - startSecs <= keptSecs
    const untilSecs = next ? next.fromSecs : endSecs
    const goesOn = untilSecs - own.toSecs <= keptSecs
    return {
      ...own,
      fromSecs: follows && !before ? startSecs : own.fromSecs,
      toSecs: goesOn ? untilSecs : own.toSecs,
      comes: slideSecs > 0 && !follows,
      leaves: slideSecs > 0 && !goesOn,
    }
  })
}

function mixBoxes(one: Box, other: Box, share: number): Box {
  return {
    x: mix(one.x, other.x, share),
    y: mix(one.y, other.y, share),
    width: mix(one.width, other.width, share),
    height: mix(one.height, other.height, share),
  }
}
