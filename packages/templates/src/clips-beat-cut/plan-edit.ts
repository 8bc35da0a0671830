import type { AudioTrack, Shot, Size } from '@songreel/kit'

/** What stands on the film between its cards, and when: the song's names small, or one of them as large as it goes. */
export type Act = { kind: 'TAG' | 'HIT'; hit: number; fromSecs: number; toSecs: number }

/** When the first card leaves, and when the last one comes: both with a cut. */
export type CardTimes = { leaveSecs: number; comeSecs: number }

const CARD_SECS = { least: 1.7, share: 0.3 }

/** The first card leaves with a cut and the last one comes with a cut; where there is none, with a bar. */
export function timeCards(
  { downbeatSecs }: Pick<AudioTrack, 'downbeatSecs'>,
  shots: readonly Shot[],
  { fps, frameCount }: { fps: number; frameCount: number },
): CardTimes {
  const endSecs = frameCount / fps
  const least = Math.min(CARD_SECS.least, CARD_SECS.share * endSecs)
  const cuts = shots.map(({ startFrame }) => startFrame / fps)
  const mayLeave = (secs: number) => secs >= least - 0.02 && secs <= 0.4 * endSecs
  const mayCome = (secs: number) => secs <= endSecs - least && secs >= 0.6 * endSecs
  return {
    leaveSecs: cuts.find(mayLeave) ?? downbeatSecs.find(mayLeave) ?? least,
    comeSecs: cuts.findLast(mayCome) ?? downbeatSecs.findLast(mayCome) ?? endSecs - least,
  }
}

/** A shot that is longer than this is cut to a nearer picture on the beat in its middle, where the song is loud. */
const PUNCH_SECS = 1.5
/** How much nearer. */
const PUNCH_ZOOM = 1.22
const SHORTEST_SECS = 0.6

/** A face that is higher than so much of the frame is near enough. */
const CLOSE_UP = 0.45

/** Whether a face fills the frame as it is, in a clip of this size. */
export function isCloseUp(shot: Shot, file: Size, frame: Size): boolean {
  return listFaces(shot, file, frame).some(({ height }) => height > CLOSE_UP)
}

/** So much of a frame's width a face may have. */
const MOST_WIDTH = 0.95

/** Whether a frame is too narrow for a face in a clip that covers it. */
export function isTooNarrow(shot: Shot, file: Size, frame: Size): boolean {
  return listFaces(shot, file, frame).some(({ width }) => width > MOST_WIDTH)
}

/** How large the faces of a shot are, in parts of a frame that its clip covers. */
function listFaces({ looks }: Shot, file: Size, frame: Size): Size[] {
  const scale = Math.max(frame.width / file.width, frame.height / file.height)
  const faces = [looks.from, looks.to].flatMap((look) => look?.salience.faces ?? [])
  return faces.map(({ width, height }) => ({
    width: (width * scale * file.width) / frame.width,
    height: (height * scale * file.height) / frame.height,
  }))
}

/** A shot, and how much nearer it is seen than it was planned. */
export type EditedShot = Shot & { punch: number; planned: number }

/** Cuts into long shots of loud parts: the same picture goes on, nearer. */
export function punchIn(
  shots: readonly Shot[],
  { beatSecs }: Pick<AudioTrack, 'beatSecs'>,
  { fps, mayPunch = () => true }: { fps: number; mayPunch?: (shot: Shot) => boolean },
): EditedShot[] {
  return shots.flatMap((shot, planned): EditedShot[] => {
    const { startFrame, endFrame, fromSecs, speed, looks } = shot
    const whole = { ...shot, punch: 1, planned }
    if (!shot.isLoud || (endFrame - startFrame) / fps < PUNCH_SECS || !mayPunch(shot)) return [whole]
    const middle = (startFrame + endFrame) / 2
    const frames = beatSecs.map((secs) => Math.round(secs * fps))
    const least = SHORTEST_SECS * fps
    const [cut] = frames
      .filter((at) => at - startFrame >= least && endFrame - at >= least)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    if (cut === undefined) return [whole]
    return [
      { ...whole, endFrame: cut },
      {
        ...whole,
        startFrame: cut,
        fromSecs: fromSecs + (speed * (cut - startFrame)) / fps,
        looks: { from: looks.to, to: looks.to },
        whip: 0,
        punch: PUNCH_ZOOM,
      },
    ]
  })
}

/** A hit stands for about this long, from a cut to a beat. */
const HIT_SECS = 1.3
/** Between two hits there are at least so many seconds; a new part of the song has one anyway. */
const REST_SECS = { usual: 2.6, least: 1 }
/** What could only flash up is left out. */
const LEAST_SECS = 0.45

/** Hits come with cuts: with the first after the card, with new parts of the song, and else now and then. */
export function planActs(
  shots: readonly Shot[],
  { beatSecs }: Pick<AudioTrack, 'beatSecs'>,
  { fps, hits, leaveSecs, comeSecs }: CardTimes & { fps: number; hits: number },
): Act[] {
  const acts: Act[] = []
  let restSecs = leaveSecs
  for (const { startFrame, endFrame, whip } of hits > 0 ? shots : []) {
    const [fromSecs, cutSecs] = [startFrame / fps, endFrame / fps]
    const rest = whip > 0 ? REST_SECS.least : REST_SECS.usual
    if (fromSecs < restSecs + rest || fromSecs >= comeSecs) continue
    const beat = beatSecs.find((secs) => secs >= fromSecs + HIT_SECS - 0.1)
    const toSecs = Math.min(cutSecs, beat ?? fromSecs + HIT_SECS, comeSecs)
    if (toSecs - fromSecs < LEAST_SECS || comeSecs - toSecs < 0.2) continue
    // The card has just named the song, so that the artist comes first.
    const hit = (acts.length + hits - 1) % hits
    acts.push({ kind: 'HIT', hit, fromSecs, toSecs })
    restSecs = toSecs
  }
  const ends = [leaveSecs, ...acts.map(({ toSecs }) => toSecs)]
  const tags = ends.map(
    (fromSecs, i): Act => ({
      kind: 'TAG',
      hit: 0,
      fromSecs,
      toSecs: acts[i]?.fromSecs ?? comeSecs,
    }),
  )
  return [...acts, ...tags.filter(({ fromSecs, toSecs }) => toSecs - fromSecs >= LEAST_SECS)]
}

type Stretch = { fromSecs: number; toSecs: number }

/** What would be over at once is no part. */
const LEAST_PART_SECS = 0.35

/** Parts what stands across cuts: what the next shot shows may be where it stands. */
export function partAtCuts<T extends Stretch>(
  all: readonly T[],
  cutSecs: readonly number[],
): (T & { goesOn: boolean })[] {
  return all.flatMap((whole) => {
    const { fromSecs, toSecs } = whole
    const inside = cutSecs.filter(
      (secs) => secs - fromSecs >= LEAST_PART_SECS && toSecs - secs >= LEAST_PART_SECS,
    )
    const ends = [...inside, toSecs]
    return ends.map((end, i) => ({ ...whole, fromSecs: ends[i - 1] ?? fromSecs, toSecs: end, goesOn: i > 0 }))
  })
}
