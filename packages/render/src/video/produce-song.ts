import { openAudio } from '@songreel/audio/engine'
import type { PosterCandidate } from '../encode/poster-choice.ts'
import { OUTPUT_SAMPLE_RATE } from '../encode/sound/audio-encoder.ts'
import type { VideoSound } from '../encode/sound/encode-sound.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { type PreparedScene, prepareScene } from '../scene/prepare-scene.ts'
import { tidyMemory } from '../scene/tidy-memory.ts'
import { listSongWarnings } from './list-warnings.ts'
import { drawPoster, type Production, type VideoTools } from './production.ts'
import { createSongReader } from './read-song.ts'

/** Prepares a video of one song: read, analysed, its excerpt chosen. */
export async function produceSong(
  plan: RenderPlan,
  { pool, report: { enter, start }, signal }: VideoTools,
): Promise<Production> {
  // Until the template is loaded nothing counts as progress, so that an endless loop in it is noticed.
  const template = pool.template.finally(start)
  const prepared = await prepareScene(plan, { enter, template, dress: pool.dress, ...(signal && { signal }) })
  const { inputs, excerpt, scene, brandWarnings } = prepared
  const { fps, frameCount, lyrics } = scene
  await tidyMemory(scene)
  const sound = planSound(plan, prepared)
  let posterCandidates: PosterCandidate[] = []

  return {
    fps,
    frameCount,
    excerpt,
    names: { song: plan.song },
    sound: sound?.sound ?? null,
    readSong: sound
      ? {
          read: createSongReader(
            (secs) => ({ path: sound.path, secs: excerpt.startSecs + secs }),
            sound.sound,
            { durationSecs: frameCount / fps, signal },
          ),
        }
      : null,
    parts: [
      {
        firstFrame: 0,
        frameCount,
        prepare: async () => scene,
        async look(candidates) {
          posterCandidates = candidates
        },
      },
    ],
    settle: () => ({
      frames: pool.lookAtFrames(),
      poster: drawPoster(pool, plan, posterCandidates),
      lyrics,
      warnings: async () => [...(await listSongWarnings(plan, inputs, lyrics)), ...brandWarnings],
    }),
  }
}

function planSound(
  { files, loudness = 'ORIGINAL', songSha256 }: RenderPlan,
  { inputs, excerpt, songSecs }: PreparedScene,
): { path: string; sound: VideoSound } | undefined {
  const path = inputs.template.needs.audio ? files.audio : undefined
  if (!path) return undefined
  const open: VideoSound['open'] = (range, signal) =>
    openAudio(path, { ...range, sampleRate: OUTPUT_SAMPLE_RATE, ...(signal && { signal }) })
  return { path, sound: { open, excerpt, songSecs, loudness, ...(songSha256 && { songSha256 }) } }
}
