import type { Box, Size } from '../geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { createFilmCamera, type FilmCamera, type FrameIn, keepPeople } from './film-camera.ts'
import { chooseFilmAccent, chooseFilmGround, chooseFilmInks, type FilmInk } from './film-inks.ts'
import { type Beside, partFilm } from './part-film.ts'
import { chooseDark, type SeenShot, seeShots } from './seen-shot.ts'
import type { ShotView } from './shot-view.ts'

/** What stands on the film for a while, in the sizes that it may have, the best one first: a smaller one may find a place where it hides nothing. */
export type Wanted = {
  sizes: readonly [Size, ...Size[]]
  fromSecs: number
  toSecs: number
  /** It is the one before it, which goes on after a cut: it moves only where it would hide much. */
  goesOn?: boolean
  /** Where it stands in a shot that has no clean place for it, beside a window of the film. Without one it stands on the film anyway. */
  beside?: Beside
  /** The only place that it has on the film: where that is where it stands beside it, the film comes and goes behind type that never moves. */
  at?: Box
}

/** The side of the frame from which a shade comes. */
export type ShadeEdge = 'TOP' | 'BOTTOM'

/** Which of its sizes it has and where it stands, and how much of its ground's colour each shot needs behind it, from which side. */
export type Placed = {
  size: number
  box: Box
  /** The window beside which it stands, in the size that was set for that; none where it stands on the film. */
  window?: Box
  edge: ShadeEdge
  shades: ReadonlyMap<number, number>
}

/** Where all stands, the ink of each shot, and a flat tone of the cover for what closes the film, with its type. */
export type PlacedFilm = {
  placed: readonly Placed[]
  inks: readonly FilmInk[]
  ground: FilmInk
  /** The part of the frame that each shot has, where it's not all of it. */
  windows: readonly (Box | undefined)[]
}

/** Where type may stand on a film; it begins on the right where `isMirrored`, and may leave that side where it `canGoAcross`. */
export type FilmScene = {
  views: readonly ShotView[]
  palette: Palette
  frame: Size
  safe: Box
  isMirrored: boolean
  canGoAcross: boolean
  /** What lies beside the film and closes it has the cover's accent: default the tone that fills the cover. */
  isVivid?: boolean
  /** The camera of a shot in a window. Default the one that it has in the frame. */
  frameIn?: FrameIn
}

/** Where type may stand, of its free way from the frame's head and from where reading begins; `worse` says by how much a place must be better. */
const PLACES = [
  { down: 1, across: 0, worse: 0 },
  { down: 0.5, across: 0, worse: 0.08 },
  { down: 0, across: 0, worse: 0.03 },
  { down: 1, across: 1, worse: 0.04 },
  { down: 0.5, across: 1, worse: 0.1 },
  { down: 0, across: 1, worse: 0.05 },
]
/**
 * What speaks against a place beside what it hides: a face, that type is smaller than it could be, that the last line stood
 * elsewhere, that a line moves while it is read, and that its ink changes.
 */
const COST = { face: 8, smaller: 0.1, moved: 0.03, jumped: 0.08, flipped: 0.15 }

/** What is wider begins where all type does: farther in it would begin anywhere. */
const MOST_ACROSS = 0.5

/** A place is clean where nearly nothing is hidden, and where type needs no more shade than a picture has of its own. */
const CLEAN = { shade: 0.18, hidden: 0.2, face: 0.02 }

/** A shade is seen so far beyond type, in parts of the frame's short side. */
const SEEN = 0.12

/** A film on which type was placed, and the camera of each shot: as it was planned, but for heads that it would cut. */
type FramedFilm = PlacedFilm & {
  cameraIn: FilmCamera
  /** Light type on the cover's deepest tone: what closes a film like the end of a showing. */
  night: FilmInk
}

/** Looks for each text's place where the film is calm while it stands, and never on a face, and for the ink of each shot. */
export function placeOnFilm(wanted: readonly Wanted[], scene: FilmScene): FramedFilm {
  const views = scene.views.map(keepPeople)
  const shots = seeShots(views, scene.palette)
  const choices = choosePlaces(wanted, shots, scene)
  const ground = (scene.isVivid ? chooseFilmAccent : chooseFilmGround)(scene.palette)
  const inShot = ({ startSecs, endSecs }: SeenShot) =>
    wanted.flatMap(({ fromSecs, toSecs }, i) => (startSecs < toSecs && endSecs > fromSecs ? [i] : []))
  const { windows, onFilm, isDark } = partUnclean(wanted, shots, { choices, inShot })
  const inkIn = ({ run }: SeenShot) => (isDark.get(run) ? 'dark' : 'light')
  return {
    cameraIn: createFilmCamera(views, scene.frameIn),
    night: chooseNight(scene.palette),
    windows,
    inks: shots.map((shot, at) => (windows[at] ? ground : shot.inks[inkIn(shot)])),
    ground,
    placed: choices.map(({ size, box, edge }, i) => {
      const { beside } = wanted[i]!
      const isBeside = shots.some((shot, at) => windows[at] !== undefined && inShot(shot).includes(i))
      if (isBeside && beside) return { size, edge, ...beside, shades: new Map() }
      const amounts = shots.flatMap((shot, at) =>
        onFilm[at]!.includes(i) ? [[at, shot.needs(box)[inkIn(shot)]] as const] : [],
      )
      return { size, box, edge, shades: new Map(amounts) }
    }),
  }
}

type Parted = {
  windows: readonly (Box | undefined)[]
  /** What stands on each shot. */
  onFilm: readonly (readonly number[])[]
  isDark: ReadonlyMap<number, boolean>
}

/** Parts shots until all that stands on others is clean in the ink that it has there: texts of one run share theirs. */
function partUnclean(
  wanted: readonly Wanted[],
  shots: readonly SeenShot[],
  { choices, inShot }: { choices: readonly Choice[]; inShot: (shot: SeenShot) => number[] },
): Parted {
  const unclean = new Set(choices.flatMap(({ isClean }, i) => (isClean ? [] : [i])))
  for (;;) {
    const windows = partFilm(wanted, shots, (i) => !unclean.has(i))
    const onFilm = shots.map((shot, at) => (windows[at] ? [] : inShot(shot)))
    const all = shots.flatMap((shot, at) => onFilm[at]!.map((i) => ({ shot, i, box: choices[i]!.box })))
    const isDark = chooseDarkRuns(all)
    const shaded = all.filter(({ shot, i, box }) => {
      const need = shot.needs(box)[isDark.get(shot.run) ? 'dark' : 'light']
      return wanted[i]!.beside && !unclean.has(i) && need > CLEAN.shade
    })
    if (shaded.length === 0) return { windows, onFilm, isDark }
    for (const { i } of shaded) unclean.add(i)
  }
}

/** Dark type's two tones, changed about; a brand has its own. */
function chooseNight(palette: Palette): FilmInk {
  const { type, veil } = chooseFilmInks(palette).dark
  return palette.hasBrandGround ? { type, veil } : { type: veil, veil: type }
}

/** Whether type is dark in each run of shots. */
function chooseDarkRuns(all: readonly { shot: SeenShot; box: Box }[]): Map<number, boolean> {
  const runs = Map.groupBy(all, ({ shot }) => shot.run)
  return new Map(
    [...runs].map(([run, own]) => [run, chooseDark(own.map(({ shot, box }) => shot.needs(box)))]),
  )
}

type Place = (typeof PLACES)[number]
/** Without a place it has only one. */
type Choice = {
  place: Place | undefined
  size: number
  box: Box
  edge: ShadeEdge
  cost: number
  isClean: boolean
}

function choosePlaces(wanted: readonly Wanted[], shots: readonly SeenShot[], scene: FilmScene): Choice[] {
  const places = PLACES.filter(({ across }) => across === 0 || scene.canGoAcross)
  let last: Choice | undefined
  return wanted.map(({ sizes, fromSecs, toSecs, goesOn, beside, at }) => {
    const seen = shots.flatMap((shot) => {
      const secs = Math.min(shot.endSecs, toSecs) - Math.max(shot.startSecs, fromSecs)
      return secs > 0 ? [{ shot, secs }] : []
    })
    if (at) return stay(at, seen, scene.frame)
    const tries = sizes.flatMap((own, size) =>
      places
        .filter(({ across }) => across === 0 || own.width <= MOST_ACROSS * scene.safe.width)
        .map((place): Choice => {
          const box = placeBox(own, place, scene)
          const moved = last && last.place !== place ? COST.moved : 0
          const jumped = goesOn && (moved > 0 || last?.size !== size) ? COST.jumped : 0
          const worse = place.worse + COST.smaller * size + moved + jumped
          const edge = nearerEdge(box, scene.frame)
          const reach = reachEdge(box, edge, scene.frame)
          const { cost, isClean } = judgeAll(seen, box, reach)
          return { place, size, box, edge, cost: worse + cost, isClean }
        }),
    )
    const clean = beside ? tries.filter(({ isClean }) => isClean) : []
    const best = (clean.length > 0 ? clean : tries).reduce((one, other) =>
      other.cost < one.cost - 1e-9 ? other : one,
    )
    last = best
    return best
  })
}

/** What has only one place has no other to compare it with. */
function stay(box: Box, seen: Parameters<typeof judgeAll>[0], frame: Size): Choice {
  const edge = nearerEdge(box, frame)
  return { place: undefined, size: 0, box, edge, ...judgeAll(seen, box, reachEdge(box, edge, frame)) }
}

type Judgement = { cost: number; isClean: boolean }

/** What lasts counts more; a face that is hidden only for a moment is hidden all the same. */
function judgeAll(seen: readonly { shot: SeenShot; secs: number }[], box: Box, reach: Box): Judgement {
  const isDark = chooseDarkRuns(seen.map(({ shot }) => ({ shot, box })))
  const all = seen.map(({ shot, secs }) => {
    const shade = shot.needs(box)[isDark.get(shot.run) ? 'dark' : 'light']
    return { secs, shade, ...shot.judge(box, reach, shade) }
  })
  const allSecs = all.reduce((sum, { secs }) => sum + secs, 0)
  const mean = all.reduce((sum, { secs, cost }) => sum + secs * cost, 0) / Math.max(0.01, allSecs)
  const flipped = new Set(isDark.values()).size > 1 ? COST.flipped : 0
  return {
    cost: mean + flipped + Math.max(0, ...all.map(({ face }) => COST.face * face)),
    isClean: all.every(
      ({ shade, hidden, face }) => shade <= CLEAN.shade && hidden <= CLEAN.hidden && face <= CLEAN.face,
    ),
  }
}

function nearerEdge(box: Box, frame: Size): ShadeEdge {
  return box.y + box.height / 2 < frame.height / 2 ? 'TOP' : 'BOTTOM'
}

/** The part of the frame from that edge to the far side of a box, and as far beyond as its shade is still seen. */
function reachEdge(box: Box, edge: ShadeEdge, { width, height }: Size): Box {
  const seen = SEEN * Math.min(width, height)
  const far = edge === 'TOP' ? box.y + box.height : height - box.y
  const reach = Math.min(height, far + seen)
  return { x: 0, y: edge === 'TOP' ? 0 : height - reach, width, height: reach }
}

function placeBox(
  { width, height }: Size,
  { down, across }: { down: number; across: number },
  scene: FilmScene,
): Box {
  const { safe, isMirrored } = scene
  const way = isMirrored ? 1 - across : across
  return {
    x: safe.x + way * (safe.width - width),
    y: safe.y + down * (safe.height - height),
    width,
    height,
  }
}
