import { type FormatFacts, OUTPUT_FORMATS, type OutputFormat } from '../formats/catalogue.ts'
import { AUDIO_CODECS } from './codecs/audio-codecs.ts'
import type { AudioCodec, VideoCodec } from './codecs/codec.ts'
import { gif } from './codecs/gif.ts'
import { h264 } from './codecs/h264.ts'
import { prores422, prores4444 } from './codecs/prores.ts'
import { vp9 } from './codecs/vp9.ts'

const VIDEO_CODECS: Record<FormatFacts['video'], VideoCodec> = { h264, vp9, prores: prores422, gif }

/** What stores take instead, in a file made to their measures. */
const STORE_CODECS: Partial<Record<FormatFacts['video'], VideoCodec>> = { prores: prores4444 }

/** An output format with the codecs that write it. */
export type FormatSpec = Omit<FormatFacts, 'video' | 'audio'> & {
  video: VideoCodec
  audio: AudioCodec | null
}

/** Joins a format's facts with its codecs: with those that stores take, if a bit rate of theirs is prescribed. */
export function getFormat(format: OutputFormat, { bitRateMbps }: { bitRateMbps?: number } = {}): FormatSpec {
  const facts = OUTPUT_FORMATS[format]
  const { video, audio, omitsPriming = false } = facts
  const pictures = (bitRateMbps && STORE_CODECS[video]) || VIDEO_CODECS[video]
  return { ...facts, video: pictures, audio: audio && { ...AUDIO_CODECS[audio], omitsPriming } }
}
