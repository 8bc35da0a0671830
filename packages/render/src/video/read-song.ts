import { applyFades, openAudio } from '@songreel/audio/engine'
import type { SongReader } from '../check/sound-check.ts'
import { OUTPUT_SAMPLE_RATE } from '../encode/sound/audio-encoder.ts'
import { fadeSound, type VideoSound } from '../encode/sound/encode-sound.ts'

/** Which file is heard at a second of the video, and at which second of that file. */
export type FindSong = (videoSecs: number) => { path: string; secs: number }

/** The check reads the song a second time, by its own way into the file; faded as it should be in the video. */
export function createSongReader(
  findSong: FindSong,
  sound: VideoSound,
  { durationSecs, signal }: { durationSecs: number; signal: AbortSignal | undefined },
): SongReader['read'] {
  const sampleRate = OUTPUT_SAMPLE_RATE
  const fades = fadeSound(sound, durationSecs)
  return async (fromSecs, samples) => {
    const { path, secs } = findSong(fromSecs)
    const source = await openAudio(path, { startSecs: secs, channelCount: 1, sampleRate, signal })
    try {
      const mono = new Float32Array(samples)
      await source.read([mono])
      applyFades([mono], samples, { startSample: Math.round(fromSecs * sampleRate), sampleRate, fades })
      return mono
    } finally {
      source.close()
    }
  }
}
