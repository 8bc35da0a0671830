import { type ClipFile, type ClipLight, listMoments, type Shot } from '@songreel/kit/input'
import { type Memory, NO_MEMORY } from '../pictures/memory.ts'
import { type Stretch, watchLight, watchStretches } from './watch-clip.ts'

/** Moments that are looked at in each shot: fewer where there are many, so that a long video does not wait for them. */
const MOST_IN_SHOT = 5
const LEAST_IN_SHOT = 2
const IN_ALL = 40

type Film = { shots: readonly Shot[]; fps: number }
/** Stops where nobody waits any more, and looks at nothing that it remembers. */
export type WatchOptions = { signal?: AbortSignal | undefined; memory?: Memory }

/** Looks at the clips of a film where it shows them, and says how light they are there. */
export async function watchShots(
  clips: readonly ClipFile[],
  film: Film,
  { signal, memory = NO_MEMORY }: WatchOptions = {},
): Promise<ClipFile[]> {
  const watch = planWatch(film)
  const known = await memory.recall(nameFilm(clips, film), async () => {
    const lights: (ClipLight[] | undefined)[] = []
    // One after the other: open decoders take room.
    for (const [index, file] of clips.entries()) {
      const own = film.shots.filter(({ clip }) => clip === index)
      lights.push(own.length > 0 ? await watch(file, own, { signal }) : undefined)
    }
    return lights
  })
  return clips.map((file, index) => ({ ...file, ...(known[index] && { lights: known[index] }) }))
}

type Watch = (
  file: ClipFile,
  shots: readonly Shot[],
  options: { signal: AbortSignal | undefined },
) => Promise<ClipLight[]>

/** Few shots are looked at exactly at their start, at their end and between; of many, one picture of each has to do. */
function planWatch({ shots, fps }: Film): Watch {
  if (shots.length > IN_ALL)
    return (file, own, options) =>
      watchStretches(
        file,
        own.map((shot) => toStretch(shot, fps)),
        options,
      )
  const fitting = Math.floor(IN_ALL / Math.max(1, shots.length))
  const count = Math.max(LEAST_IN_SHOT, Math.min(MOST_IN_SHOT, fitting))
  return (file, own, options) => {
    const moments = new Set(own.flatMap((shot) => listMoments(shot, fps, count)))
    return watchLight(
      file,
      [...moments].sort((a, b) => a - b),
      options,
    )
  }
}

function toStretch(shot: Shot, fps: number): Stretch {
  const [fromSecs = 0, toSecs = fromSecs] = listMoments(shot, fps, 2)
  return { fromSecs, toSecs }
}

/** All of a film is one thing to remember: with one clip more, or one cut elsewhere, nearly all shots show something else. */
function nameFilm(clips: readonly ClipFile[], { shots, fps }: Film): string {
  const parts = shots.map((shot) => [shot.clip, ...listMoments(shot, fps, 2)])
  return `lights ${JSON.stringify([clips.map(({ path }) => path), parts])}`
}
