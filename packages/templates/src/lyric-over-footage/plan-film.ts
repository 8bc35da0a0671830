import {
  type AudioTrack,
  type Box,
  type CUT_RATES,
  cutFilm,
  type FilmScene,
  frameShot,
  isTooLow,
  isTooWide,
  type LyricLine,
  listFieldTimes,
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
  type TextLayout,
  type Wanted,
} from '@songreel/kit'
import { isSliced, type Layout, planLayout, standBeside } from './layout.ts'
import {
  EARLY_SECS,
  LEAST_SECS,
  type LinePart,
  type Part,
  partLines,
  partTime,
  planLines,
  type Stretch,
} from './lines.ts'
import type { Block } from './set-names.ts'

/** What the look is made with. */
export type Input = SetupInput<{ cutRate: (typeof CUT_RATES)[number]; customText?: string | undefined }>

/** The layout of a video, and how large its pixels are beside the design's. */
export function measure(input: SetupInput<{ customText?: string | undefined }>): {
  unit: number
  layout: Layout
} {
  const { size, data, cover, song, fontStyle: font, logo } = input
  const unit = Math.min(size.width, size.height) / 1080
  const design = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  return { unit, layout: planLayout({ size: design, words, font, cover, logoSize: logo?.size }) }
}

/** A film and all that stands on it. */
export type Film = {
  unit: number
  layout: Layout
  /** Of the credit, and of the lines. */
  credits: readonly (Part & { beside: Block })[]
  parts: readonly LinePart[]
  /** The credit's parts and then those of lines, where they stand. */
  placed: ReturnType<typeof placeOnFilm>
  /** From when until when the field is there beside the film in which each of them stands; none for what stands on the film. */
  fields: readonly (Stretch | undefined)[]
  played: PlayedShots
  /** The part of the frame that the film has, where that is ever less than all. */
  windowAt?: NonNullable<ReturnType<typeof slideWindow>>
  times: Times
}

/** Cuts the film, and finds out what stands on it, when and where. */
export function planFilm(input: Input): Film {
  const { fps, frameCount, data, audio, lyrics, fontStyle: font, seed, clips } = input
  const { unit, layout } = measure(input)
  const shots = cutFilm(audio, clips, { fps, frameCount, seed }, data.cutRate)
  const sung = lyrics?.lines ?? []
  const times = timeCredit(audio, shots, { fps, frameCount, lines: sung })
  const lines = planLines(sung, {
    layout,
    font,
    fromSecs: times.leaveSecs + LEAVE_SECS,
    untilSecs: times.comeSecs,
  })
  const cutSecs = shots.map(({ startFrame }) => startFrame / fps)
  // A song without names has nothing to say, and a field without type would be a hole.
  const creditTimes = layout.openingBeside.height > 0 ? partTime(0, times.leaveSecs, cutSecs) : []
  const lineParts = partLines(lines, cutSecs)
  const stand = createStand(input, layout, shots, [...creditTimes, ...lineParts])
  const parts = lineParts.map((part) => {
    const { other } = part.line
    return other && stand.isOther(part) ? { ...part, line: { ...part.line, beside: other } } : part
  })
  const credits = creditTimes.map((part) => ({
    ...part,
    beside: (stand.isOther(part) && layout.other?.opening) || layout.openingBeside,
  }))
  const scene = planScene(input, layout, shots)
  const wanted: Wanted[] = [
    ...credits.map((part) => ({ sizes: layout.opening, ...part, beside: stand.place(part, part.beside) })),
    ...parts.map(({ line, fromSecs, toSecs, goesOn }): Wanted => {
      const [largest, ...smaller] = line.texts
      const beside = stand.place({ fromSecs, toSecs }, measureInk(line.beside))
      const sizes = [measureInk(largest), ...smaller.map(measureInk)] as const
      return { sizes, fromSecs, toSecs, goesOn, beside }
    }),
  ]
  const placed = placeOnFilm(wanted, scene)
  const window = { film: placed, times: wanted, shots, fps, slideSecs: SLIDE_SECS }
  const windowAt = slideWindow({ ...window, frame: layout.frame })
  return {
    unit,
    layout,
    credits,
    parts,
    placed,
    fields: listFieldTimes(window),
    ...(windowAt && { windowAt }),
    played: playShots(shots),
    times,
  }
}

/** Where type stands beside the film, whose window shows all of a group. */
function createStand({ fps, clips }: Input, layout: Layout, shots: readonly Shot[], all: readonly Stretch[]) {
  const film = { shots, clips, fps }
  const spans = shots.map(({ startFrame, endFrame }) => ({
    fromSecs: startFrame / fps,
    toSecs: endFrame / fps,
  }))
  const seeAll = (part: Stretch) => listSeen(film, joinStretch(part, [...spans, ...all]))
  const isOther = (part: Stretch) => standsOther(layout, listSeen(film, part), seeAll(part))
  // A window that were higher for the next line would pull at a shot that goes on.
  const place = (part: Stretch, own: Size) =>
    lowerWindow(standBeside(layout, own, isOther(part) ? layout.other?.field : undefined), seeAll(part))
  return { isOther, place }
}

type Seen = ReturnType<typeof listSeen>

/** Whether people are wider than a column and not cut by the low window, or a low window shows only a slice of what a column shows. */
function standsOther({ shape, field, other }: Layout, seen: Seen, all: Seen): boolean {
  if (!other) return false
  if (shape === 'WIDE') return isTooWide(seen, field.window) && !isTooLow(seen, other.field.window)
  // All that share a shot part it alike.
  return all.some(({ file }) => isSliced(file, field.window)) && !isTooWide(all, other.field.window)
}

/** A stretch with all others that share any of its time, and all that share theirs. */
function joinStretch(part: Stretch, all: readonly Stretch[]): Stretch {
  const near = all.filter(
    ({ fromSecs, toSecs }) => fromSecs < part.toSecs - SAME_SECS && toSecs > part.fromSecs + SAME_SECS,
  )
  const joined = {
    fromSecs: Math.min(part.fromSecs, ...near.map(({ fromSecs }) => fromSecs)),
    toSecs: Math.max(part.toSecs, ...near.map(({ toSecs }) => toSecs)),
  }
  const isAll = joined.fromSecs === part.fromSecs && joined.toSecs === part.toSecs
  return isAll ? joined : joinStretch(joined, all)
}

/** Times that differ by less are one. */
const SAME_SECS = 0.001

/** What type is placed on: the shots as their camera shows them, in the frame or in a window of it. */
function planScene({ cover, clips, fps, seed }: Input, layout: Layout, shots: readonly Shot[]): FilmScene {
  const { frame, safe, isMirrored, shape } = layout
  const frameIn = (i: number, { width, height }: Size): ShotFraming => {
    const box: Box = { x: 0, y: 0, width, height }
    const shot = shots[i]!
    return frameShot(shot, i, clips[shot.clip] ?? box, { box }, seed)
  }
  const views = shots.flatMap((shot, i): ShotView[] => {
    const file = clips[shot.clip]
    return file ? [{ shot, file, framing: frameIn(i, frame), frame, fps }] : []
  })
  const canGoAcross = shape === 'WIDE'
  return { views, palette: cover.palette, frame, safe, isMirrored, canGoAcross, frameIn, isVivid: true }
}

function measureInk({ ink }: TextLayout): Size {
  return { width: ink.right - ink.left, height: ink.bottom - ink.top }
}

/** When the credit has gone, and when the last picture comes. */
export type Times = { leaveSecs: number; comeSecs: number }

const CREDIT_SECS = { least: 1.5, share: 0.22, last: 2 }
/** How long the credit takes to go. */
export const LEAVE_SECS = 0.16
/** How long the field beside the film takes to come and to leave within a shot. */
const SLIDE_SECS = 0.36
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
