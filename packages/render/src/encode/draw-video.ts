import type { SegmentCount } from '../plan/render-plan.ts'
import type { ScenePlan } from '../scene/build-scene.ts'
import { createFlashMeter } from './flash-meter.ts'
import { type FrameSource, planChapterSegments } from './frame-source.ts'
import type { FormatSpec } from './get-format.ts'
import { createMuxer, type Muxer } from './muxer.ts'
import { createPosterChoice, type PosterCandidate, type PosterMusic } from './poster-choice.ts'
import { moveSegment } from './segments/encoded-segment.ts'
import type { SegmentPool } from './segments/segment-pool.ts'
import { type FileNames, finishSongTags } from './song-tags.ts'
import type { AudioEncoder, AudioPacket } from './sound/audio-encoder.ts'
import { encodeSound, playKept, type SoundInput, type VideoSound } from './sound/encode-sound.ts'
import { deriveSoundKey, keepSound, takeSound } from './sound/kept-sound.ts'

/** A part of a video with a scene of its own. Most videos have one. */
export type DrawnPart = {
  firstFrame: number
  frameCount: number
  /** Called when its turn comes, so that one scene is there at a time. */
  prepare(): Promise<ScenePlan>
  /** Called when all of it is drawn and its scene still stands in the threads. */
  look(posterCandidates: PosterCandidate[]): Promise<void>
}

/** What a video is drawn from. */
export type DrawInput = {
  spec: FormatSpec
  size: FrameSource['size']
  fps: number
  frameCount: number
  parts: DrawnPart[]
  names: FileNames
  /** Null: the video is silent. */
  sound: VideoSound | null
  file: string
  signal?: AbortSignal
  onSound?: (secs: number) => void
}

/** What was seen on the way. */
export type DrawnVideo = { flashesPerSec: number; segments: SegmentCount }

/** Draws and encodes all segments, encodes the sound meanwhile, and writes both into one file. */
export async function drawVideo(pool: SegmentPool, input: DrawInput): Promise<DrawnVideo> {
  const { spec, size, fps, frameCount, parts, names, file } = input
  const flashes = createFlashMeter(fps)
  let audio: AudioEncoder | null | undefined
  let muxer: Muxer | undefined
  const count: SegmentCount = { total: 0, kept: 0 }
  try {
    for (const part of parts) {
      const scene = await part.prepare()
      const poster = createPosterChoice(takeMusic(scene))
      const segments = planChapterSegments(part.frameCount, spec.segmentSecs * fps, parts.length > 1)
      const drawn = pool.draw(scene, segments, count.total)
      for (const range of segments) {
        const end = part.firstFrame + range.end
        // The threads draw while this thread encodes the sound.
        const next = drawn.next()
        next.catch(() => undefined)
        if (audio === undefined) audio = await openSound(pool, input)
        const sound =
          (await audio?.encodeUntil(end === frameCount ? Number.POSITIVE_INFINITY : end / fps)) ?? []
        const { segment, readings, isKept } = (await next).value!
        if (isKept) count.kept++
        const context = audio?.context ?? null
        muxer ??= createMuxer({
          ...names,
          file,
          spec,
          size,
          fps,
          audio: context,
          extradata: segment.extradata,
        })
        muxer.write(moveSegment(segment, part.firstFrame), sound)
        flashes.add(readings)
        poster.add(readings)
      }
      count.total += segments.length
      await part.look(poster.candidates())
    }
    muxer?.finish()
  } finally {
    muxer?.free()
    audio?.free()
  }
  await finishSongTags(spec, file, { ...names, durationSecs: frameCount / fps })
  return { flashesPerSec: flashes.flashesPerSec(), segments: count }
}

/** Sound that was encoded for the same excerpt before is taken as it is: to hold its peak may have taken several attempts. */
async function openSound({ supply, keepAlong }: SegmentPool, input: DrawInput): Promise<AudioEncoder | null> {
  const { spec, sound, frameCount, fps, signal, onSound } = input
  if (!sound || !spec.audio) return null
  const wanted: SoundInput = {
    sound,
    codec: spec.audio,
    durationSecs: frameCount / fps,
    ...(signal && { signal }),
    ...(onSound && { onRead: onSound }),
  }
  // Uncompressed sound is no work.
  if (!supply || !sound.songSha256 || spec.audio.bitRate === null) return encodeSound(wanted)
  const key = deriveSoundKey(wanted, supply.machine)
  const kept = await takeSound(supply, key)
  if (kept) return playKept(wanted, kept)
  return listenIn(await encodeSound(wanted), (packets) => keepAlong(keepSound(supply, key, packets)))
}

/** Gathers what an encoder hands out, for whoever wants all of it at the end. */
function listenIn(encoder: AudioEncoder, onEnd: (packets: AudioPacket[]) => void): AudioEncoder {
  const all: AudioPacket[] = []
  return {
    ...encoder,
    async encodeUntil(secs) {
      const packets = await encoder.encodeUntil(secs)
      all.push(...packets)
      if (secs === Number.POSITIVE_INFINITY) onEnd(all)
      return packets
    },
  }
}

/** The music of the frames that are drawn. */
function takeMusic({ audio, frameCount, part }: ScenePlan): PosterMusic {
  const { firstFrame } = part ?? { firstFrame: 0 }
  const beat = audio.beat.subarray(firstFrame)
  const loudness = audio.loudness.subarray(firstFrame)
  return { fps: audio.fps, frameCount, beat, loudness }
}
