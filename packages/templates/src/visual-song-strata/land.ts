import {
  type AudioTrack,
  type Chapter,
  type Cover,
  clamp01,
  type Frame,
  type Layer,
  mix,
  type Ridge,
  ridges,
  type Size,
  smoothstep,
} from '@songreel/kit'
import type { Layout } from './layout.ts'
import { readSlope, type Slope } from './slope.ts'
import { POINTS, readMoments } from './song-moments.ts'
import { createTones } from './tones.ts'

/** What the land is made of. */
export type LandPlan = {
  size: Size
  layout: Layout
  slope: Slope
  cover: Cover
  audio: AudioTrack
  chapters: readonly Chapter[]
  seed: number
  isReduced: boolean
}

/** So many ridges are seen at a time, and one more that is about to rise. */
const SEEN = 9
/** Near ridges stand further apart. */
const PERSPECTIVE = 1.9
/** How much of a ridge is what sounds now, the nearest and the farthest. */
const LIVE = { near: 0.24, far: 0.08 }
/** How far below the horizon ridges stand, the farthest and how much more the nearest, of the land's height. */
const DROP = { far: 0.015, near: 1.04 }
/** How far the farthest ridge goes down, of the frame's height. */
const SINK = 0.14
/** Ridges whose foot is so far below the type, in near peaks, catch the light again. */
const RIMS_BELOW = 0.6
/** Ridges jump by so much on a beat, and the nearest are lifted by so much of the frame's height. */
const JUMP = 0.6
const LIFT = 0.014
/** High on a slope, away from the cover, peaks are so much higher, and may stand so far above the farthest ridge's, of the slope's height. */
const WILD = { higher: 0.9, above: 0.16 }

/**
 * The song as a land: with every beat a ridge rises in front, made of what sounds then, and the others move back by one,
 * until they are gone below the sun. All of them jump with the beat.
 */
export function land(plan: LandPlan): Layer {
  const { audio, size, layout, slope, isReduced } = plan
  const moments = readMoments(plan)
  const tones = createTones(plan.cover, plan.seed)
  const floor = size.height - layout.horizon
  // The tones are those that type needs, where it stands: already of the ridge behind, which is seen in the valleys of the next.
  const calm = stepBack(findCalm(plan))
  const top = layout.horizon - slope.px
  const feet = (layout.typeBottom + RIMS_BELOW * layout.peaks.near - top) / (size.height - top)

  const place = (ridge: Ridge, order: number, frame: Frame) => {
    const count = moments.countAt(frame)
    const newest = Math.ceil(count - 1e-6)
    const index = newest - (SEEN - order)
    // 0 for the nearest one at rest; below that, one that is rising.
    const age = count - index
    const near = ((SEEN - age) / SEEN) ** PERSPECTIVE
    const { levels, isBar, hear } = moments.at(index)
    const bands = audio.bands(frame)
    const share = mix(LIVE.far, LIVE.near, near)
    const jump = 1 - JUMP / 2 + (isReduced ? 0.3 : JUMP) * audio.beat(frame) + 0.2 * audio.loudness(frame)
    const high = mix(layout.peaks.far, layout.peaks.near, near) * jump
    // The farthest one sinks behind the next.
    const sunk = SINK * size.height * (1 - smoothstep(0, 0.01, near))
    const lifted = isReduced ? 0 : LIFT * size.height * audio.beat(frame) * Math.sqrt(Math.max(0, near))
    const y = layout.horizon + floor * (DROP.far + DROP.near * near) + sunk - lifted
    const half = size.width * (0.52 + 0.16 * near)
    ridge.fromX = size.width / 2 - half
    ridge.toX = size.width / 2 + half
    for (let i = 0; i < POINTS; i++) {
      const x = mix(ridge.fromX, ridge.toX, i / (POINTS - 1))
      const raised = readSlope(slope, size, x)
      const foot = y - (1 - near) * raised
      const wild = slope.px > 0 ? (raised / slope.px) ** 2 : 0
      const highest = layout.horizon - raised - layout.peaks.far - WILD.above * slope.px * wild
      const room = Math.max(0, foot - highest)
      ridge.outline[i] =
        foot - holdBelow((1 + WILD.higher * wild) * high * mix(levels[i] ?? 0, hear(i, bands), share), room)
    }
    Object.assign(ridge, tones(clamp01(near), { calm, feet, isBar, isEven: index % 2 === 0 }))
    ridge.fade = mix(0.06, 0.24, clamp01(near)) * Math.min(size.width, size.height)
    ridge.thickness = layout.unit * mix(2, isBar ? 6 : 4, clamp01(near))
    ridge.isOpen = false
  }
  return ridges({ count: SEEN + 1, points: POINTS, place })
}

/** How near the ridges are behind the type, where the first of them reach it. */
function findCalm({ layout: { texts, align, typeTop, horizon }, size, slope }: LandPlan): number {
  const floor = size.height - horizon
  const places = texts.map(({ box, layout: { ink } }) => {
    const top = slope.px > 0 ? box.y + ink.top : typeTop
    const raised = readSlope(slope, size, align === 'LEFT' ? box.x + ink.right : box.x + ink.left)
    return clamp01((top - horizon + raised - DROP.far * floor) / (DROP.near * floor + raised))
  })
  return Math.min(1, ...places)
}

/** No peak comes above the farthest ridge's, so that none stands before a chin: from the middle of its room on it is held back. */
function holdBelow(peak: number, room: number): number {
  const half = room / 2
  return peak <= half ? peak : half + half * Math.tanh((peak - half) / Math.max(1, half))
}

/** The ridge behind the one that is so near. */
function stepBack(near: number): number {
  return Math.max(0, near ** (1 / PERSPECTIVE) - 1 / SEEN) ** PERSPECTIVE
}
