import { type ClipFile, listMoments, type Shot } from '@songreel/kit/input'
import { watchLight } from './watch-clip.ts'

/** Moments that are looked at in each shot: fewer where there are many, so that a long video does not wait for them. */
const MOST_IN_SHOT = 5
const LEAST_IN_SHOT = 2
const IN_ALL = 40

/** Looks at the clips of a film where it shows them, and says how light they are there. */
export function watchShots(clips: readonly ClipFile[], shots: readonly Shot[], fps: number): ClipFile[] {
  const count = Math.max(
    LEAST_IN_SHOT,
    Math.min(MOST_IN_SHOT, Math.floor(IN_ALL / Math.max(1, shots.length))),
  )
  return clips.map((file, index) => {
    const own = shots.filter(({ clip }) => clip === index)
    const moments = new Set(own.flatMap((shot) => listMoments(shot, fps, count)))
    const rising = [...moments].sort((a, b) => a - b)
    return rising.length > 0 ? { ...file, lights: watchLight(file, rising) } : file
  })
}
