import { type AudioTrack, clamp01, type Frame, listChapters, mix, smoothstep } from '@songreel/kit'

/** A moment at which the cover flies apart, and the one at which it is called together again. */
export type Burst = { startSecs: number; homeSecs: number; pullSecs: number; strength: number }

/** From one burst to the next, so that the cover is whole for most of the time. */
const LEAST_GAP_SECS = 2.8
/** The first part of the video and the last one show it whole: thumbnails and the last picture are the cover. */
const FIRST_SHARE = 0.08
const LAST_SHARE = 0.1
/** It comes together on a beat that lies so long after the burst, quickly. */
const FLIGHT_SECS = { least: 0.36, most: 0.75 }
const PULL_SECS = 0.26
/** Without a trusted beat the next burst comes so long after the last, on the strongest moment in between. */
const FREE_GAP_SECS = { least: 2.8, most: 4.4 }
const FREE_PULL_SECS = 0.5
/** In silence nothing bursts. */
const LEAST_RISE = 0.05

/** Where a section begins and on strong bars; in music without bars, where it swells or something is struck. */
export function listBursts(audio: AudioTrack): Burst[] {
  const hasBars = audio.downbeatSecs.length > 0
  const fromSecs = FIRST_SHARE * audio.durationSecs
  const moments = hasBars ? keepApart(audio, fromSecs) : findMoments(audio, fromSecs)
  const { least, most } = FLIGHT_SECS
  return moments
    .map(({ secs, strength }) => {
      const beat = audio.beatSecs.find((each) => each >= secs + least && each <= secs + most)
      return {
        startSecs: secs,
        homeSecs: beat ?? secs + (hasBars ? 0.5 : most),
        pullSecs: hasBars ? PULL_SECS : FREE_PULL_SECS,
        strength,
      }
    })
    .filter(
      ({ homeSecs, pullSecs }) => homeSecs + (1 + LATEST) * pullSecs < (1 - LAST_SHARE) * audio.durationSecs,
    )
}

/** The last piece comes home so much later than the first, in pulls. */
export const LATEST = 0.4
/** While the pieces leave, and while the last of them come home, the plain cover goes and comes. */
const GOING_SECS = 0.12

/** How much of the plain cover lies under its pieces, 0 to 1: all of it whenever they rest, so that no gap is ever seen then. */
export function findWhole(burst: Burst | undefined, secs: number): number {
  if (!burst) return 1
  const { startSecs, homeSecs, pullSecs } = burst
  const going = 1 - smoothstep(0, GOING_SECS, secs - startSecs)
  return Math.max(going, smoothstep(0.5, 1 + LATEST, (secs - homeSecs) / pullSecs))
}

/** The burst under way, or the last one. */
export function findBurst(bursts: readonly Burst[], { secs }: Frame): Burst | undefined {
  return bursts.findLast(({ startSecs }) => startSecs <= secs + 1e-6)
}

type Moment = { secs: number; strength: number }

/** Sections first, then the loudest bars that lie far enough from all others. */
function keepApart(audio: AudioTrack, fromSecs: number): Moment[] {
  const starts = listChapters(audio).map(({ startSecs }) => startSecs)
  const later = audio.downbeatSecs.filter((secs) => secs >= fromSecs)
  const bars = later.map((secs) => ({
    secs,
    strength: mix(0.5, 1, readLoudness(audio, secs)),
    isStart: starts.some((start) => Math.abs(start - secs) < 0.1),
  }))
  const ranked = bars.toSorted((a, b) => Number(b.isStart) - Number(a.isStart) || b.strength - a.strength)
  const strong: Moment[] = []
  for (const bar of ranked)
    if (strong.every(({ secs }) => Math.abs(secs - bar.secs) >= LEAST_GAP_SECS - 1e-6)) strong.push(bar)
  return strong.toSorted((a, b) => a.secs - b.secs)
}

/** How loud it is in the quarter of a second from here. */
function readLoudness(audio: AudioTrack, secs: number): number {
  const from = Math.round(secs * audio.fps)
  const count = Math.max(1, Math.round(audio.fps / 4))
  let sum = 0
  for (let i = 0; i < count; i++) sum += audio.loudness({ index: from + i })
  return sum / count
}

function findMoments(audio: AudioTrack, fromSecs: number): Moment[] {
  const { fps, durationSecs } = audio
  const ahead = Math.round(fps / 5)
  const rise = (index: number) => {
    const swell = audio.loudness({ index: index + ahead }) - audio.loudness({ index: index - ahead })
    return audio.onset({ index }) + 2 * Math.max(0, swell)
  }
  const moments: Moment[] = []
  let secs = 0
  while (secs + FREE_GAP_SECS.least < durationSecs) {
    const from = Math.round((moments.length === 0 ? secs + fromSecs : secs + FREE_GAP_SECS.least) * fps)
    const to = Math.round(Math.min(durationSecs, secs + FREE_GAP_SECS.most) * fps)
    let [best, most] = [to, -1]
    for (let index = from; index < to; index++) {
      const found = rise(index)
      if (found > most) [best, most] = [index, found]
    }
    secs = best / fps
    if (most < LEAST_RISE) continue
    const strength = clamp01(0.35 + 0.35 * readLoudness(audio, secs) + 0.3 * Math.min(1, most))
    moments.push({ secs, strength })
  }
  return moments
}
