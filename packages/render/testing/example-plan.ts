import { silentAudioTrackData } from '@songreel/kit/core'
import { readCover } from '../src/pictures/read-cover.ts'
import type { ScenePlan } from '../src/scene/build-scene.ts'

/** A plan of the example template, without files: the cover is drawn, the sound is made up. */
export async function examplePlan(changes: Partial<ScenePlan> = {}): Promise<ScenePlan> {
  const [fps, frameCount] = [30, 60]
  const song = { title: 'Midnight Sun', artist: 'Aurora Lane', album: 'First Light' }
  const audio = silentAudioTrackData(frameCount, fps)
  for (let i = 0; i < audio.bands.length; i++) audio.bands[i] = 0.5 + 0.5 * Math.sin(i / 9)
  for (let i = 0; i < frameCount; i++) {
    audio.beat[i] = Math.exp(-(i % 15) / 6)
    audio.loudness[i] = 0.5 + 0.4 * Math.sin(i / 11)
  }
  return {
    templateUrl: new URL('./example-template.ts', import.meta.url).href,
    data: { label: 'Example' },
    size: { width: 180, height: 320 },
    fps,
    frameCount,
    song,
    theme: 'DARK',
    seed: 7,
    motion: 'FULL',
    audio,
    cover: await readCover(null, { song, seed: 7, maxSidePx: 300 }),
    clips: [],
    watermark: false,
    ...changes,
  }
}
