import type { AVPixelFormat, AVSampleFormat, FFEncoderCodec } from 'node-av/constants'
import type { CodecContext, Frame } from 'node-av/lib'
import type { Quality } from '../../plan/render-plan.ts'
import type { FrameSource } from '../frame-source.ts'

/** What an encoder needs to know about the pictures to come. */
export type PictureSpec = Pick<FrameSource, 'size' | 'fps' | 'isNoisy' | 'isFine' | 'bitRateMbps'> & {
  quality: Quality
}

/** Turns the compositor's YUV 4:2:0 frame into what the encoder takes. */
export type PictureConverter = { convert(frame: Frame): Frame; free(): void }

/** The most that a segment may take. One that takes more is encoded anew, with these options. */
export type Ceiling = { startMbit: number; mbps: number; options: Record<string, string> }

/** How pictures are encoded. */
export type VideoCodec = {
  encoder: FFEncoderCodec
  /** As a probe reports it. */
  name: string
  /** The container's four letters for it, where one codec has several kinds. Unset: the muxer chooses. */
  tag?: string
  pixelFormat: AVPixelFormat
  /** Encoder options by name; see the encoder's own manual. */
  options(spec: PictureSpec): Record<string, string>
  /** For encoders that keep to no limit without being worse where they don't reach it. */
  ceiling?(spec: PictureSpec): Ceiling | undefined
  configure?(context: CodecContext, spec: PictureSpec): void
  createConverter?(source: FrameSource): PictureConverter
  /** Changes a segment's first packet so that it can follow another segment's last one. */
  joinPacket?(packet: Uint8Array): Uint8Array
}

/** How sound is encoded. */
export type AudioCodec = {
  encoder: FFEncoderCodec
  name: string
  sampleFormat: AVSampleFormat
  /** Null: uncompressed. */
  bitRate: number | null
  options: Record<string, string>
  /** Instead of `options`, for the rare sound whose peaks those drive far up. */
  calmOptions?: Record<string, string>
  /**
   * How a packet blends into its neighbours: packets of two encodings can follow each other where it is the same. Absent:
   * packets depend on each other in other ways too.
   */
  readWindow?(packet: Uint8Array): number | undefined
  /** True: the packets of the encoder's priming are dropped. False: the container tells players to skip them. */
  omitsPriming: boolean
}
