import {
  type CUT_RATES,
  choosePosterInks,
  cutFilm,
  ease,
  expoOut,
  type FilmInk,
  type Frame,
  type HeldFilm,
  holdFilm,
  type PlayedShots,
  playShots,
  type SetupInput,
} from '@songreel/kit'
import { BANDS, type Layout, planLayout } from './layout.ts'
import { type EditedShot, isCloseUp, punchIn, timeInks, timeLast } from './plan-edit.ts'
import type { LayoutWish } from './set-card.ts'

/** What the look is made with. */
export type Input = SetupInput<{ cutRate: (typeof CUT_RATES)[number]; customText?: string | undefined }>

/** A film and the band that changes with it. */
export type Film = {
  unit: number
  layout: Layout
  shots: readonly EditedShot[]
  held: HeldFilm
  played: PlayedShots
  inkAt: (frame: Frame) => FilmInk
  /** The size of the names beside 1: they land with each ink, and give way to the beat. */
  scale: (frame: Frame) => number
  comeSecs: number
  /** The ink of the last card. */
  ground: FilmInk
}

/** Cuts the film, and finds out how high its band is, and when that changes. */
export function planFilm(input: Input): Film {
  const { size, fps, frameCount, data, audio, song, cover, fontStyle: font, seed, motion, clips } = input
  const unit = Math.min(size.width, size.height) / 1080
  const frame = { width: size.width / unit, height: size.height / unit }
  const words = { title: song.title, artist: song.artist, note: data.customText ?? '' }
  const cuts = cutFilm(audio, clips, { fps, frameCount, seed }, data.cutRate)
  const shots: EditedShot[] =
    motion === 'REDUCED'
      ? cuts.map((shot, planned) => ({ ...shot, punch: 1, planned }))
      : punchIn(cuts, audio, { fps, mayPunch: (shot) => !isCloseUp(shot, clips[shot.clip] ?? frame, frame) })
  const { layout, held } = chooseBand({ size: frame, words, font, cover }, { shots, clips, fps, seed })
  const inks = choosePosterInks(cover.palette)
  const times = timeInks(cuts, fps)
  const turnAt = ({ secs }: Frame) =>
    Math.max(
      0,
      times.findLastIndex((at) => at <= secs + 0.001),
    )
  return {
    unit,
    layout,
    shots,
    held,
    played: playShots(shots),
    inkAt: (at) => inks[turnAt(at) % inks.length]!,
    scale: (at) => popFrom(times[turnAt(at)] ?? 0)(at) - PULSE * audio.beat(at),
    comeSecs: timeLast(audio, cuts, { fps, frameCount }),
    ground: inks[0],
  }
}

/** The first band whose window cuts nobody, or the fewest: all shots of a video share it. */
function chooseBand(
  wish: LayoutWish,
  film: Omit<Parameters<typeof holdFilm>[0], 'window'> & { shots: readonly EditedShot[] },
): { layout: Layout; held: HeldFilm } {
  const { shape } = planLayout(wish, 'USUAL')
  const tries = BANDS[shape].map((height) => {
    const layout = planLayout(wish, height)
    const held = holdFilm({ ...film, window: layout.window })
    return { layout, held, cut: film.shots.filter((_, at) => held.isCutting(at)).length }
  })
  return tries.reduce((best, one) => (one.cut < best.cut ? one : best))
}

/** On a beat the names give way by so much. */
const PULSE = 0.025
const POP = { scale: 0.07, secs: 0.3 }

/** Large type lands: it comes a little smaller than it stays, so that it never leaves its place. */
export function popFrom(fromSecs: number): (frame: Frame) => number {
  return ({ secs }) => 1 - POP.scale * (1 - ease(secs, fromSecs, POP.secs, expoOut))
}
