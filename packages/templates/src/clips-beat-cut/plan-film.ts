import {
  type Box,
  type CUT_RATES,
  cutFilm,
  ease,
  expoOut,
  type FilmScene,
  type Frame,
  frameShot,
  isTooLow,
  isTooWide,
  listSeen,
  lowerWindow,
  type PlayedShots,
  placeOnFilm,
  playShots,
  type SetupInput,
  type Shot,
  type ShotFraming,
  type ShotView,
  type Size,
  slideWindow,
  type Wanted,
} from '@songreel/kit'
import type { Presence } from './draw-card.ts'
import { type CardSheet, type Cards, type Layout, planLayout } from './layout.ts'
import {
  type Act,
  type CardTimes,
  type EditedShot,
  isCloseUp,
  isTooNarrow,
  partAtCuts,
  planActs,
  punchIn,
  timeCards,
} from './plan-edit.ts'

/** What the look is made with. */
export type Input = SetupInput<{ cutRate: (typeof CUT_RATES)[number]; customText?: string | undefined }>

/** A card, and how it is there: from one cut to the next. */
export type CardStay = {
  sheet: CardSheet
  /** A name alone, as large as it goes, in all its sizes. */
  hit?: Cards
  presence: Presence
  fromSecs: number
  toSecs: number
  goesOn: boolean
}

/** A film and all that stands on it. */
export type Film = {
  layout: Layout
  shots: readonly EditedShot[]
  played: PlayedShots
  times: CardTimes
  stays: readonly CardStay[]
  placed: ReturnType<typeof placeOnFilm>
  /** The part of the frame that the film has, where that is ever less than all. */
  windowAt?: NonNullable<ReturnType<typeof slideWindow>>
}

/** Cuts the film, and finds out what stands on it, when and where. */
export function planFilm(input: Input): Film {
  const { size, fps, frameCount, data, cover, audio, song, fontStyle: font, seed, motion, clips } = input
  const unit = Math.min(size.width, size.height) / 1080
  const frame = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  const layout = planLayout({ size: frame, words, font, cover })
  const cuts = cutFilm(audio, clips, { fps, frameCount, seed }, data.cutRate)
  const times = timeCards(audio, cuts, { fps, frameCount })
  const acts = planActs(cuts, audio, { fps, hits: layout.hits.length, ...times })
  const stays = listStays(layout, acts, times, cuts, input)
  const shots: EditedShot[] =
    motion === 'REDUCED'
      ? cuts.map((shot, planned) => ({ ...shot, punch: 1, planned }))
      : punchIn(cuts, audio, { fps, mayPunch: (shot) => !isCloseUp(shot, clips[shot.clip] ?? frame, frame) })
  const scene = planScene(input, layout, shots)
  const wanted = stays.map(
    ({ sheet: { beside }, hit, fromSecs, toSecs, goesOn }): Wanted => ({
      sizes: hit ?? [layout.poster.beside.card],
      fromSecs,
      toSecs,
      goesOn,
      beside,
      ...(!hit && { at: layout.poster.beside.box }),
    }),
  )
  const placed = placeOnFilm(wanted, scene)
  const windowAt = slideWindow({ film: placed, times: wanted, shots, fps, frame, slideSecs: 0 })
  return {
    layout,
    shots,
    played: playShots(shots),
    times,
    stays,
    placed,
    ...(windowAt && { windowAt }),
  }
}

/** What type is placed on: the shots as their camera shows them, in the frame or in a window of it. */
function planScene(
  { fps, cover, seed, clips }: Input,
  layout: Layout,
  shots: readonly EditedShot[],
): FilmScene {
  const { frame, safe, isMirrored, shape } = layout
  const frameIn = (at: number, { width, height }: Size): ShotFraming => {
    const shot = shots[at]!
    const box: Box = { x: 0, y: 0, width, height }
    const { zoom, ...pans } = frameShot(shot, shot.planned, clips[shot.clip] ?? box, { box }, seed)
    return { ...pans, zoom: { from: shot.punch * zoom.from, to: shot.punch * zoom.to } }
  }
  const views = shots.flatMap((shot, at): ShotView[] => {
    const file = clips[shot.clip]
    return file ? [{ shot, file, framing: frameIn(at, frame), frame, fps }] : []
  })
  const canGoAcross = shape !== 'TALL'
  return { views, palette: cover.palette, frame, safe, isMirrored, canGoAcross, frameIn, isVivid: true }
}

function listStays(
  layout: Layout,
  acts: readonly Act[],
  { leaveSecs }: CardTimes,
  cuts: readonly Shot[],
  { fps, clips, audio }: Input,
): CardStay[] {
  const poster = { sheet: layout.poster, hit: undefined }
  const opening = { ...poster, fromSecs: 0, toSecs: leaveSecs }
  const others = acts
    .toSorted((one, other) => one.fromSecs - other.fromSecs)
    .flatMap(({ kind, hit, fromSecs, toSecs }) => {
      const sheet = kind === 'HIT' ? layout.hits[hit] : undefined
      const own = sheet ? { sheet, hit: sheet.cards } : poster
      return kind === 'HIT' && !sheet ? [] : [{ ...own, fromSecs, toSecs }]
    })
  const cutSecs = cuts.map(({ startFrame }) => startFrame / fps)
  // A song without names has nothing to say, and a field without type would be a hole.
  const hasNames = layout.poster.beside.card.height > 0
  return partAtCuts(hasNames ? [opening, ...others] : [], cutSecs).map((part) => {
    const { fromSecs, toSecs, goesOn, hit } = part
    const sheet = keepPeople(part.sheet, listSeen({ shots: cuts, clips, fps }, part))
    const opacity = ({ secs }: Frame) => (secs >= fromSecs - 0.001 && secs < toSecs - 0.001 ? 1 : 0)
    const scale = hit ? popFrom(fromSecs) : (frame: Frame) => 1 - POSTER_PULSE * audio.beat(frame)
    const presence = { opacity, scale }
    return { sheet, ...(hit && { hit }), fromSecs, toSecs, goesOn, presence }
  })
}

/** Beside a face that fills the frame type stands in a column, which does not cut it, and beside a group above or below it. */
function keepPeople(sheet: CardSheet, seen: ReturnType<typeof listSeen>): CardSheet {
  const { closeUp, beside, group } = sheet
  const isClose = seen.some(({ shot, file }) => isCloseUp(shot, file, beside.window))
  if (closeUp && isClose && !seen.some(({ shot, file }) => isTooNarrow(shot, file, closeUp.window))) {
    if (!isTooWide(seen, closeUp.window)) return { ...sheet, beside: closeUp }
  }
  if (!isTooWide(seen, beside.window)) return sheet
  // People one above the other are cut by a low window more than by a narrow one.
  const wide = group && !isTooLow(seen, group.window) ? group : beside
  return { ...sheet, beside: lowerWindow(wide, seen) }
}

/** On a beat the poster gives way by so much: it stands all along, and would be a still beside a small film. */
const POSTER_PULSE = 0.035
const POP = { scale: 0.06, secs: 0.3 }

/** Large type lands: it comes a little smaller than it stays, so that it never leaves its place. */
export function popFrom(fromSecs: number): (frame: Frame) => number {
  return ({ secs }) => 1 - POP.scale * (1 - ease(secs, fromSecs, POP.secs, expoOut))
}
