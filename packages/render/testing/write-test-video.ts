import type { AudioSource } from '@songreel/audio'
import type { VideoCodec } from '../src/encode/codecs/codec.ts'
import { type FrameSource, planSegments } from '../src/encode/frame-source.ts'
import { getFormat } from '../src/encode/get-format.ts'
import { createMuxer, type Muxer } from '../src/encode/muxer.ts'
import { createSegmentEncoder } from '../src/encode/segments/segment-encoder.ts'
import { finishSongTags } from '../src/encode/song-tags.ts'
import { createAudioEncoder } from '../src/encode/sound/audio-encoder.ts'
import type { OutputFormat } from '../src/formats/catalogue.ts'
import type { Quality, RenderSong } from '../src/plan/render-plan.ts'

/** What goes into a test video. */
export type TestVideo = {
  file: string
  format: OutputFormat
  frames: FrameSource
  song?: RenderSong
  quality?: Quality
  /** Instead of the format's own. */
  video?: VideoCodec
  /** The sample (-1..1) at this sample number, 48 kHz; unset: no sound. */
  sample?: (index: number) => number
}

const SONG: RenderSong = { title: 'Test', artist: 'Nobody', album: 'Nothing' }

/** Encodes and muxes in this very thread: the same parts as a render, without scene, threads and process. */
export async function writeTestVideo({
  file,
  format,
  frames,
  song = SONG,
  quality = 'PREVIEW',
  video,
  sample,
}: TestVideo): Promise<void> {
  const spec = { ...getFormat(format, frames), ...(video && { video }) }
  const { fps, frameCount, size } = frames
  const encoder = createSegmentEncoder(frames, spec.video, quality)
  const durationSecs = frameCount / fps
  const audio =
    spec.audio && sample
      ? await createAudioEncoder({
          codec: spec.audio,
          durationSecs,
          openSource: async (leadSecs) => createTestSource(sample, leadSecs),
        })
      : null
  let muxer: Muxer | undefined
  for (const [index, range] of planSegments(frameCount, spec.segmentSecs * fps).entries()) {
    const segment = encoder.encode(index, range)
    muxer ??= createMuxer({
      file,
      spec,
      size,
      fps,
      song,
      audio: audio?.context ?? null,
      extradata: segment.extradata,
    })
    const untilSecs = range.end === frameCount ? Number.POSITIVE_INFINITY : range.end / fps
    muxer.write(segment, (await audio?.encodeUntil(untilSecs)) ?? [])
  }
  muxer!.finish()
  muxer!.free()
  audio?.free()
  encoder.free()
  await finishSongTags(spec, file, { song, durationSecs })
}

/** Sound made by a function of the sample's number. */
function createTestSource(sample: (index: number) => number, leadSecs = 0): AudioSource {
  let position = -Math.round(leadSecs * 48_000)
  return {
    info: { sampleRate: 48_000, channelCount: 2, codec: 'none' },
    sampleRate: 48_000,
    channelCount: 2,
    async read(channels) {
      const count = channels[0]!.length
      for (let i = 0; i < count; i++) {
        for (const channel of channels) channel[i] = sample(position + i)
      }
      position += count
      return count
    },
    close: () => undefined,
  }
}
