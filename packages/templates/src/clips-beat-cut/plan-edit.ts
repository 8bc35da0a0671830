import type { AudioTrack, Shot, Size } from '@songreel/kit'

const LAST_SECS = { least: 1.7, share: 0.3 }

/** The last card comes with a cut; where there is none, with a bar. */
export function timeLast(
  { downbeatSecs }: Pick<AudioTrack, 'downbeatSecs'>,
  shots: readonly Shot[],
  { fps, frameCount }: { fps: number; frameCount: number },
): number {
  const endSecs = frameCount / fps
  const least = Math.min(LAST_SECS.least, LAST_SECS.share * endSecs)
  const cuts = shots.map(({ startFrame }) => startFrame / fps)
  const mayCome = (secs: number) => secs <= endSecs - least && secs >= 0.6 * endSecs
  return cuts.findLast(mayCome) ?? downbeatSecs.findLast(mayCome) ?? endSecs - least
}

/** Two changes of the band's ink are at least so far apart: a large area that changes more often would flash. */
const LEAST_INK_SECS = 0.7

/** When the band changes its ink: with cuts of the film, but not with all of those that come fast. */
export function timeInks(shots: readonly Shot[], fps: number): number[] {
  const times: number[] = []
  for (const { startFrame } of shots) {
    const secs = startFrame / fps
    if (times.length === 0 || secs - times.at(-1)! >= LEAST_INK_SECS) times.push(secs)
  }
  return times
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
