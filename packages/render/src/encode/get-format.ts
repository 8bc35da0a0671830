import { type FormatFacts, OUTPUT_FORMATS, type OutputFormat } from '../formats/catalogue.ts'
import { AUDIO_CODECS } from './codecs/audio-codecs.ts'
import type { AudioCodec, VideoCodec } from './codecs/codec.ts'
import { gif } from './codecs/gif.ts'
import { h264 } from './codecs/h264.ts'
import { prores } from './codecs/prores.ts'
import { vp9 } from './codecs/vp9.ts'

const VIDEO_CODECS: Record<FormatFacts['video'], VideoCodec> = { h264, vp9, prores, gif }

/** An output format with the codecs that write it. */
export type FormatSpec = Omit<FormatFacts, 'video' | 'audio'> & {
  video: VideoCodec
  audio: AudioCodec | null
}

/** Joins a format's facts with its codecs. */
export function getFormat(format: OutputFormat): FormatSpec {
  const facts = OUTPUT_FORMATS[format]
  const { video, audio, omitsPriming = false } = facts
  return { ...facts, video: VIDEO_CODECS[video], audio: audio && { ...AUDIO_CODECS[audio], omitsPriming } }
}
