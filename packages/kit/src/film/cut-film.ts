import type { ClipFile } from '../compose/clip-file.ts'
import type { AudioTrack } from '../track/audio-track.ts'
import { type CutRate, planCuts } from './plan-cuts.ts'
import type { FilmForm } from './plan-film.ts'
import { planShots, type Shot } from './plan-shots.ts'

/**
 * The film that a look cuts out of the song's videos, on bars. The engine cuts the same one to look at what it shows, for
 * templates that say so (`needs.clips.isCut`): `placeOnFilm` then knows how light the picture behind type is.
 */
export function cutFilm(
  audio: AudioTrack,
  clips: readonly ClipFile[],
  { fps, frameCount, seed }: FilmForm,
  rate: CutRate,
): Shot[] {
  return planShots(planCuts(audio, rate, { fps, frameCount }), clips, { fps, seed, beatSecs: audio.beatSecs })
}
