import {
  type AudioTrack,
  type Box,
  type CUT_RATES,
  chooseFilmNight,
  cutFilm,
  type FilmInk,
  findMostNeed,
  type HeldFilm,
  holdFilm,
  type LyricLine,
  type PlayedShots,
  playShots,
  type SetupInput,
  type Shot,
} from '@songreel/kit'
import { type Depth, depthAt } from './draw-dusk.ts'
import { placeLine } from './draw-lines.ts'
import { findLost, GROUNDS, type Layout, planLayout, standInRoom } from './layout.ts'
import { EARLY_SECS, LEAST_SECS, planLines, type ShownLine, type Stretch } from './lines.ts'
import type { LayoutWish } from './set-names.ts'

/** What the look is made with. */
export type Input = SetupInput<{ cutRate: (typeof CUT_RATES)[number]; customText?: string | undefined }>

/** What a video is planned for, and how large its pixels are beside the design's. */
export function measure(input: SetupInput<{ customText?: string | undefined }>): {
  unit: number
  wish: LayoutWish
} {
  const { size, data, cover, song, fontStyle: font, logo } = input
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  return { unit, wish: { size: design, words, font, cover, logoSize: logo?.size } }
}

/** A film and all that stands on it. */
export type Film = {
  unit: number
  layout: Layout
  held: HeldFilm
  played: PlayedShots
  /** The type and the dark into which the film melts. */
  night: FilmInk
  depth: Depth
  /** How much of that dark lies over each shot. */
  darkness: readonly number[]
  /** When the credit is there. */
  credits: readonly Stretch[]
  lines: readonly ShownLine[]
  times: Times
}

/** Cuts the film, and finds out how it lies in the frame and what stands on it when. */
export function planFilm(input: Input): Film {
  const { fps, frameCount, data, audio, lyrics, fontStyle: font, seed, clips, cover } = input
  const { unit, wish } = measure(input)
  const shots = cutFilm(audio, clips, { fps, frameCount, seed }, data.cutRate)
  const { layout, held } = chooseGround(wish, shots, { clips, fps, seed })
  const sung = lyrics?.lines ?? []
  const times = timeCredit(audio, shots, { fps, frameCount, lines: sung })
  const span = { fromSecs: times.leaveSecs + LEAVE_SECS, untilSecs: times.comeSecs }
  const lines = planLines(sung, { layout, font, ...span })
  const credits = listCredits(lines, times)
  const night = chooseFilmNight(cover.palette)
  const depth = findDepth(layout, night)
  const film = { layout, held, night, depth, credits, lines }
  return {
    ...film,
    unit,
    played: playShots(shots),
    darkness: shots.map((shot, at) => darken(shot, at, { ...film, fps })),
    times,
  }
}

/** Of the film's area in a frame that it fills, in parts of what its camera could show: a smaller part is a detail of it. */
const LEAST_SHOWN = 0.55
/** From so much of a face behind type on it is covered; of less, it has lost hair or a forehead. */
const COVERED_FACE = 0.25

/** A ground must be better by so much than the one before it. */
const ORDER = 0.04
/**
 * What a face behind type or in the dark counts, heads and the upper part of what stands out there, and people or a thing that a window cuts, and a frame that shows only a detail. What lies behind
 * type in a frame that the film fills is seen all the same, darker.
 */
const COST = { face: 1, crown: 0.9, cut: 0.6, detail: 1, behind: 0.35 }

/** The ground that leaves most of what there is to see in the light: type stands in one place for a whole video. */
export function chooseGround(
  wish: LayoutWish,
  shots: readonly Shot[],
  film: Pick<Input, 'clips' | 'fps' | 'seed'>,
): { layout: Layout; held: HeldFilm } {
  const { shape } = planLayout(wish, 'FULL')
  const tries = GROUNDS[shape].map((ground, i) => {
    const layout = planLayout(wish, ground)
    const dark = ground === 'FULL' ? {} : { dark: findLost(layout) }
    const held = holdFilm({ ...film, shots, window: layout.window, ...dark })
    const costs = shots.map((_, at) => judgeGround(held, at, layout))
    const cost = costs.reduce((sum, own) => sum + own, 0) / Math.max(1, costs.length)
    return { layout, held, cost: cost + ORDER * i }
  })
  return tries.reduce((best, one) => (one.cost < best.cost ? one : best))
}

/** What speaks against a ground in a shot. */
export function judgeGround(
  held: Pick<HeldFilm, 'measureBehind' | 'measureCrown' | 'measureShown' | 'isCutting'>,
  at: number,
  layout: Layout,
): number {
  const lost = findLost(layout)
  const { face, seen } = held.measureBehind(at, lost)
  const isFull = layout.ground === 'FULL'
  const isDetail = isFull && held.measureShown(at) < LEAST_SHOWN
  return (
    (isFull ? COST.behind : 1) * (seen + COST.crown * held.measureCrown(at, lost)) +
    COST.face * Math.min(1, face / COVERED_FACE) +
    (held.isCutting(at) ? COST.cut : 0) +
    (isDetail ? COST.detail : 0)
  )
}

/** Where type begins it's so dark at least: enough for white over white, and for a look that does not change with each shot. */
const DEPTH = { least: 0.76, fullEnd: 0.92 }

function findDepth({ ground }: Layout, night: FilmInk): Depth {
  const atType = Math.max(DEPTH.least, findMostNeed(night))
  return { atType, atEnd: ground === 'FULL' ? Math.max(atType, DEPTH.fullEnd) : 1 }
}

/** What the film melts into stays; a frame that it fills is as dark as the type on each shot needs, from cut to cut. */
function darken(
  { startFrame, endFrame }: Shot,
  at: number,
  {
    layout,
    held,
    night,
    depth,
    credits,
    lines,
    fps,
  }: Omit<Film, 'unit' | 'played' | 'darkness' | 'times'> & { fps: number },
): number {
  if (layout.ground !== 'FULL') return 1
  const isSeen = (fromSecs: number, toSecs: number) => startFrame / fps < toSecs && endFrame / fps > fromSecs
  const boxes: Box[] = [
    ...credits
      .filter((own) => isSeen(own.fromSecs, own.toSecs))
      .map(() => standInRoom(layout, layout.credit)),
    ...lines.filter((own) => isSeen(own.showSecs, own.hideSecs)).map(({ text }) => findInk(layout, text)),
  ]
  const needs = boxes.map((box) => held.measureNeed(at, box, night) / depthAt(layout.dusk, depth, box.y))
  return boxes.length > 0 ? Math.min(1, Math.max(LEAST_DARK, ...needs)) : 0
}

/** A shade that every shot with type has, so that no cut only switches it. */
const LEAST_DARK = 0.35

function findInk(layout: Layout, text: ShownLine['text']): Box {
  const { x, y } = placeLine(layout, text)
  const { left, top, right, bottom } = text.ink
  return { x: x + left, y: y + top, width: right - left, height: bottom - top }
}

/** Where nobody sings for so long the credit comes back. */
const PAUSE_SECS = 3.2

/** The credit opens the film, and stands in its longer pauses. */
function listCredits(lines: readonly ShownLine[], { leaveSecs, comeSecs }: Times): Stretch[] {
  const ends = lines.map(({ hideSecs }) => hideSecs)
  const pauses = ends.map((hideSecs, i) => ({
    fromSecs: hideSecs + LEAVE_SECS,
    toSecs: (lines[i + 1]?.showSecs ?? comeSecs) - LEAVE_SECS,
  }))
  return [
    { fromSecs: 0, toSecs: leaveSecs },
    ...pauses.filter(({ fromSecs, toSecs }) => toSecs - fromSecs >= PAUSE_SECS),
  ]
}

/** When the credit has gone, and when the last picture comes. */
export type Times = { leaveSecs: number; comeSecs: number }

const CREDIT_SECS = { least: 1.5, share: 0.22, last: 2 }
/** How long the credit takes to go. */
export const LEAVE_SECS = 0.16
/** The credit leaves with a cut, or earlier for the first line; the last picture comes with a cut. Where nobody sings, the credit stays until then. */
function timeCredit(
  { downbeatSecs }: AudioTrack,
  shots: readonly Shot[],
  { fps, frameCount, lines }: { fps: number; frameCount: number; lines: readonly LyricLine[] },
): Times {
  const endSecs = frameCount / fps
  const least = Math.min(CREDIT_SECS.least, CREDIT_SECS.share * endSecs)
  // A line that is nearly over by then is not shown.
  const isShown = ({ endSecs: sungSecs }: LyricLine) => sungSecs > least + LEAVE_SECS + LEAST_SECS
  const last = Math.min(CREDIT_SECS.last, CREDIT_SECS.share * endSecs)
  const cuts = [...shots.map(({ startFrame }) => startFrame / fps), ...downbeatSecs].sort((a, b) => a - b)
  const comeSecs = cuts.findLast((secs) => secs <= endSecs - last && secs >= 0.6 * endSecs) ?? endSecs - last
  if (lines.length === 0) return { leaveSecs: comeSecs, comeSecs }
  const cutSecs = cuts.find((secs) => secs >= least - 0.02 && secs <= 0.4 * endSecs) ?? least
  const sungSecs = Math.min(...lines.filter(isShown).map(({ startSecs }) => startSecs))
  return { leaveSecs: Math.min(cutSecs, Math.max(least, sungSecs - EARLY_SECS - LEAVE_SECS)), comeSecs }
}
