import type { RenderPlan, SegmentCount } from '../plan/render-plan.ts'
import type { ScenePlan } from '../scene/build-scene.ts'
import { createFlashMeter } from './flash-meter.ts'
import { planSegments } from './frame-source.ts'
import type { FormatSpec } from './get-format.ts'
import { createMuxer, type Muxer } from './muxer.ts'
import { createPosterChoice, type PosterCandidate, type PosterMusic } from './poster-choice.ts'
import type { SegmentPool } from './segments/segment-pool.ts'
import { finishSongTags } from './song-tags.ts'
import type { AudioEncoder } from './sound/audio-encoder.ts'
import { encodeSound, type VideoSound } from './sound/encode-sound.ts'

/** What a video is drawn from. */
export type DrawInput = {
  plan: RenderPlan
  spec: FormatSpec
  scene: ScenePlan
  /** Null: the video is silent. */
  sound: VideoSound | null
  file: string
  signal?: AbortSignal
}

/** What was seen on the way. */
export type DrawnVideo = {
  flashesPerSec: number
  posterCandidates: PosterCandidate[]
  segments: SegmentCount
}

/** Draws and encodes all segments, encodes the sound meanwhile, and writes both into one file. */
export async function drawVideo(pool: SegmentPool, input: DrawInput): Promise<DrawnVideo> {
  const { spec, scene, file, plan } = input
  const { fps, frameCount, size } = scene
  const segments = planSegments(frameCount, spec.segmentSecs * fps)
  const flashes = createFlashMeter(fps)
  const poster = createPosterChoice(takeMusic(scene))
  let keptCount = 0
  let audio: AudioEncoder | null | undefined
  let muxer: Muxer | undefined
  try {
    const drawn = pool.draw(scene, segments)
    for (const { end } of segments) {
      const isLast = end === frameCount
      // The threads draw while this thread encodes the sound.
      const next = drawn.next()
      next.catch(() => undefined)
      audio ??= await openSound(input)
      const sound = (await audio?.encodeUntil(isLast ? Number.POSITIVE_INFINITY : end / fps)) ?? []
      const { segment, readings, isKept } = (await next).value!
      if (isKept) keptCount++
      muxer ??= createMuxer({
        file,
        spec,
        size,
        fps,
        song: plan.song,
        audio: audio?.context ?? null,
        extradata: segment.extradata,
      })
      muxer.write(segment, sound)
      flashes.add(readings)
      poster.add(readings)
    }
    muxer?.finish()
  } finally {
    muxer?.free()
    audio?.free()
  }
  await finishSongTags(spec, file, plan.song)
  return {
    flashesPerSec: flashes.flashesPerSec(),
    posterCandidates: poster.candidates(),
    segments: { total: segments.length, kept: keptCount },
  }
}

function openSound({ spec, sound, scene, signal }: DrawInput): Promise<AudioEncoder> | null {
  if (!sound || !spec.audio) return null
  const durationSecs = scene.frameCount / scene.fps
  return encodeSound({ sound, codec: spec.audio, durationSecs, ...(signal && { signal }) })
}

/** The music of the frames that are drawn. */
function takeMusic({ audio, frameCount, part }: ScenePlan): PosterMusic {
  const { firstFrame } = part ?? { firstFrame: 0 }
  const beat = audio.beat.subarray(firstFrame)
  const loudness = audio.loudness.subarray(firstFrame)
  return { fps: audio.fps, frameCount, beat, loudness }
}
