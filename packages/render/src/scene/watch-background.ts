import { type AudioTrackData, type Background, createAudioTrack } from '@songreel/kit/core'
import { type ClipFile, type FilmForm, planFilm } from '@songreel/kit/input'

/** The videos behind a look are looked at where they are shown: type on them must be readable there. */
export async function watchBackground(
  background: Background | undefined,
  clips: ClipFile[],
  { audio, ...form }: FilmForm & { audio: AudioTrackData },
): Promise<ClipFile[]> {
  if (background !== 'VIDEOS') return clips
  const { watchShots } = await import('../probe/watch-shots.ts')
  return watchShots(clips, planFilm(createAudioTrack(audio), clips, form), form.fps)
}
