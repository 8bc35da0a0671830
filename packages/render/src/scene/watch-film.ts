import { type AudioTrackData, type Background, createAudioTrack } from '@songreel/kit/core'
import {
  type ClipFile,
  cutFilm,
  type FilmForm,
  isCutRate,
  planFilm,
  type TemplateData,
  type TemplateNeeds,
} from '@songreel/kit/input'
import type { WatchOptions } from '../probe/watch-shots.ts'

/** What decides which film a video shows. */
export type FilmPlan = FilmForm & {
  audio: AudioTrackData
  needs: TemplateNeeds
  data: TemplateData
  background?: Background | undefined
}

/** How `planFilm` cuts, too: where data names no rate. */
const USUAL_RATE = 'SLOW'

/** Videos that type stands on, behind a look or cut by it, are looked at where they are shown: it must be readable there. */
export async function watchFilm(
  clips: ClipFile[],
  plan: FilmPlan,
  options: WatchOptions = {},
): Promise<ClipFile[]> {
  const { audio, needs, data, background, ...form } = plan
  const isBehind = background === 'VIDEOS'
  if (!isBehind && !needs.clips?.isCut) return clips
  const { watchShots } = await import('../probe/watch-shots.ts')
  const track = createAudioTrack(audio)
  const rate = isCutRate(data.cutRate) ? data.cutRate : USUAL_RATE
  const shots = isBehind ? planFilm(track, clips, form) : cutFilm(track, clips, form, rate)
  return watchShots(clips, { shots, fps: form.fps }, options)
}
