import {
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S32,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_PCM_S24LE,
} from 'node-av/constants'
import type { FormatFacts } from '../../formats/catalogue.ts'
import { readAacWindow } from './aac-window.ts'
import type { AudioCodec } from './codec.ts'

/** The codecs for sound, by the names that a probe reports. */
export const AUDIO_CODECS: Record<NonNullable<FormatFacts['audio']>, Omit<AudioCodec, 'omitsPriming'>> = {
  aac: {
    encoder: FF_ENCODER_AAC,
    name: 'aac',
    sampleFormat: AV_SAMPLE_FMT_FLTP,
    bitRate: 256_000,
    // Noise where it is masked, and half the overshoot of `fast`: docs/decisions/0005-sound.md.
    options: { aac_coder: 'twoloop' },
    calmOptions: { aac_coder: 'fast' },
    readWindow: readAacWindow,
  },
  opus: {
    encoder: FF_ENCODER_LIBOPUS,
    name: 'opus',
    sampleFormat: AV_SAMPLE_FMT_FLT,
    bitRate: 192_000,
    options: {},
  },
  pcm_s24le: {
    encoder: FF_ENCODER_PCM_S24LE,
    name: 'pcm_s24le',
    sampleFormat: AV_SAMPLE_FMT_S32,
    bitRate: null,
    options: {},
  },
}
