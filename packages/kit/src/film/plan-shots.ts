import type { ClipFile, ClipLook } from '../compose/clip-file.ts'
import { chance } from '../paint/chance.ts'
import type { Span } from './plan-cuts.ts'

/** A shot: which part of which clip is seen between two cuts. */
export type Shot = Span & {
  clip: number
  fromSecs: number
  /** Seconds of the clip per second of the video: below 1 where the clip is too short for the shot. */
  speed: number
  /** What is seen at its start and at its end. */
  looks: { from: ClipLook | undefined; to: ClipLook | undefined }
}

/** Slower than this, motion falls apart into pictures. */
const SLOWEST = 0.5
/** Fades to black and title cards are no picture. */
const DARKEST = 0.07
const FLATTEST = 0.03
/** Places that are tried in each clip. */
const TRIES = 12
/** No shot is divided below this, however short the clips are. */
const SHORTEST_SECS = 0.4
/** What a place loses by each fault, beside a chance of 0 to 1. */
const COST = { sameClip: 8, seenBefore: 3, tooShort: 6, nothingToSee: 4, usedOften: 1.2 }

type Used = { clip: number; fromSecs: number; toSecs: number }
type Form = { fps: number; seed: number; beatSecs: readonly number[] }

/** Gives every stretch a part of a clip: never the same clip twice in a row, and as little as can be twice at all. */
export function planShots(
  spans: readonly Span[],
  clips: readonly ClipFile[],
  { fps, seed, beatSecs }: Form,
): Shot[] {
  const longestSecs = Math.max(...clips.map(usableSecs)) / SLOWEST
  const shots: Shot[] = []
  const used: Used[] = []
  for (const span of spans.flatMap((each) => divide(each, { longestSecs, fps, beatSecs }))) {
    const shot = chooseShot(span, clips, { fps, seed, used })
    used.push({
      clip: shot.clip,
      fromSecs: shot.fromSecs,
      toSecs: shot.fromSecs + (shot.speed * (span.endFrame - span.startFrame)) / fps,
    })
    shots.push(shot)
  }
  return shots
}

/** The last picture is still on screen until the clip's end. */
function usableSecs({ durationSecs, fps }: ClipFile): number {
  return Math.max(0, durationSecs - 1.5 / Math.max(1, fps))
}

/** A stretch that is longer than any clip is cut once more, on the beat nearest to its middle. */
function divide(span: Span, form: { longestSecs: number; fps: number; beatSecs: readonly number[] }): Span[] {
  const { longestSecs, fps, beatSecs } = form
  const lengthSecs = (span.endFrame - span.startFrame) / fps
  if (lengthSecs <= longestSecs || lengthSecs < 2 * SHORTEST_SECS) return [span]
  const middle = (span.startFrame + span.endFrame) / 2
  const frames = beatSecs.map((secs) => Math.round(secs * fps))
  const least = SHORTEST_SECS * fps
  const inside = frames.filter((at) => at - span.startFrame >= least && span.endFrame - at >= least)
  const [cut = Math.round(middle)] = inside.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return [...divide({ ...span, endFrame: cut }, form), ...divide({ ...span, startFrame: cut, whip: 0 }, form)]
}

function chooseShot(
  span: Span,
  clips: readonly ClipFile[],
  { fps, seed, used }: { fps: number; seed: number; used: readonly Used[] },
): Shot {
  const lengthSecs = (span.endFrame - span.startFrame) / fps
  let best: { cost: number; clip: number; fromSecs: number; speed: number } | undefined
  for (const [clip, file] of clips.entries()) {
    const usable = usableSecs(file)
    const speed = Math.min(1, Math.max(SLOWEST, usable / lengthSecs))
    const room = Math.max(0, usable - speed * lengthSecs)
    const tries = room > 0.1 ? TRIES : 1
    for (let i = 0; i < tries; i++) {
      // Anywhere within its share of the clip, so that another seed shows other moments.
      const share = tries === 1 ? 0 : (i + chance(seed, 'place', span.startFrame, clip, i)) / tries
      const fromSecs = room * share
      const part = { clip, fromSecs, toSecs: fromSecs + speed * lengthSecs }
      const cost =
        judge(part, file, used) +
        (SLOWEST * lengthSecs > usable + 1e-6 ? COST.tooShort : 1 - speed) +
        chance(seed, 'order', span.startFrame, clip, i)
      if (!best || cost < best.cost) best = { cost, clip, fromSecs, speed }
    }
  }
  const { clip = 0, fromSecs = 0, speed = 1 } = best ?? {}
  const looks = clips[clip]?.looks ?? []
  return {
    ...span,
    clip,
    fromSecs,
    speed,
    looks: { from: findLook(looks, fromSecs), to: findLook(looks, fromSecs + speed * lengthSecs) },
  }
}

/** What speaks against a part of a clip. */
function judge(part: Used, file: ClipFile, used: readonly Used[]): number {
  const last = used.at(-1)
  const mine = used.filter(({ clip }) => clip === part.clip)
  const seen = mine.reduce((most, each) => Math.max(most, overlap(part, each)), 0)
  const look = findLook(file.looks, (part.fromSecs + part.toSecs) / 2)
  const isNothing = look !== undefined && (look.brightness < DARKEST || look.contrast < FLATTEST)
  return (
    (last?.clip === part.clip ? COST.sameClip * (0.3 + 0.7 * overlap(part, last)) : 0) +
    COST.seenBefore * seen +
    (isNothing ? COST.nothingToSee : 0) +
    (COST.usedOften * mine.length) / Math.max(1, used.length / 4)
  )
}

/** How much of a part was seen in another, 0 to 1; parts that only nearly touch look alike, too. */
function overlap(a: Used, b: Used): number {
  const lengthSecs = Math.max(0.1, a.toSecs - a.fromSecs)
  const margin = 0.3 * lengthSecs
  const sharedSecs = Math.min(a.toSecs, b.toSecs + margin) - Math.max(a.fromSecs, b.fromSecs - margin)
  return Math.min(1, Math.max(0, sharedSecs / lengthSecs))
}

function findLook(looks: readonly ClipLook[], secs: number): ClipLook | undefined {
  return looks.toSorted((a, b) => Math.abs(a.secs - secs) - Math.abs(b.secs - secs))[0]
}
