import type { Box } from '../geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { chooseFilmInks, type FilmInk, type FilmInks } from './film-inks.ts'
import { findShade, type ShownLight } from './find-shade.ts'
import { measureBusy, measureShownLight, type ShotView } from './shot-view.ts'

/** How much of its ground's colour light type needs, and dark type. */
export type Needs = { light: number; dark: number }

/** A shot as type on it sees it. */
export type SeenShot = {
  startSecs: number
  endSecs: number
  /** Shots with one number are one piece of a clip, seen from near and from afar: type keeps its ink in them. */
  run: number
  inks: FilmInks
  needs: (box: Box) => Needs
  /** What speaks against a box with so much shade, which comes from an edge of the frame: what it hides, and how much of a face. */
  judge: (box: Box, reach: Box, shade: number) => { cost: number; hidden: number; face: number }
}

/** The contrast of type on all that may be behind it. */
const RATIO = 7
/**
 * What speaks against a place: fine detail (eyes, lettering, the edge of a window), what there is to see, and a shade over much of
 * the frame or over what there is to see, the more the deeper it is.
 */
const COST = { detail: 2.5, seen: 1.5, shade: 0.4, deep: 1.6, dimmed: 0.5, dimmedFace: 0.8 }
/** Dark type where light type would need so much shade and it needs much less. */
const DARK_TYPE = { lightNeeds: 0.4, partOfLight: 0.82 }
/** Nobody knows how light a picture is that was not looked at: it may be white. */
const WHITE: ShownLight = {
  light: { columns: 1, rows: 1, lightest: Uint8Array.of(235), darkest: Uint8Array.of(16) },
  place: { x: -1e5, y: -1e5, width: 2e5, height: 2e5 },
}
/** Clips are taken to go on where the next shot begins within so many seconds of the last one's end. */
const GOES_ON_SECS = 0.05

export function seeShots(views: readonly ShotView[], palette: Palette): SeenShot[] {
  let run = 0
  return views.map((view, i) => {
    const before = views[i - 1]
    if (before && !goesOn(before, view)) run += 1
    return createShot(view, palette, run)
  })
}

function goesOn({ shot, fps }: ShotView, { shot: next }: ShotView): boolean {
  const secs = (shot.speed * (shot.endFrame - shot.startFrame)) / fps
  return shot.clip === next.clip && Math.abs(shot.fromSecs + secs - next.fromSecs) < GOES_ON_SECS
}

/** Whether type that needs this is dark. */
export function chooseDark(all: readonly Needs[]): boolean {
  const most = (name: keyof Needs) => Math.max(0, ...all.map((each) => each[name]))
  return most('light') >= DARK_TYPE.lightNeeds && most('dark') <= DARK_TYPE.partOfLight * most('light')
}

function createShot(view: ShotView, palette: Palette, run: number): SeenShot {
  const { shot, fps, frame } = view
  const inks = chooseFilmInks(palette, shot.looks.from?.colour)
  const lights = measureShownLight(view)
  const shown = lights.length > 0 ? lights : [WHITE]
  const busy = measureBusy(view)
  const needOf = ({ type, veil }: FilmInk, box: Box) =>
    findShade(shown, { text: type, background: veil }, { boxes: [box], ratio: RATIO }).boxes[0]?.amount ?? 0
  return {
    startSecs: shot.startFrame / fps,
    endSecs: shot.endFrame / fps,
    run,
    inks,
    needs: (box) => ({ light: needOf(inks.light, box), dark: needOf(inks.dark, box) }),
    judge: (box, reach, shade) => {
      const { seen, face, detail } = busy(box)
      const hidden = COST.detail * detail + COST.seen * seen
      if (shade === 0) return { face, hidden, cost: hidden }
      const area = (reach.width * reach.height) / (frame.width * frame.height)
      const under = busy(reach)
      const dimmed = COST.dimmed * (under.seen + under.detail) + COST.dimmedFace * under.face
      const slope = shade * ((COST.shade + COST.deep * shade ** 2) * area + dimmed)
      return { face, hidden, cost: hidden + slope }
    },
  }
}
