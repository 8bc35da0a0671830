import {
  AV_PKT_FLAG_KEY,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import {
  Codec,
  type CodecContext,
  Dictionary,
  FormatContext,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'
import { mustSucceed } from '../container/native.ts'
import type { FrameSource } from './frame-source.ts'
import type { FormatSpec } from './get-format.ts'
import type { EncodedSegment } from './segments/encoded-segment.ts'
import { type FileNames, listSongTags } from './song-tags.ts'
import { type AudioPacket, OUTPUT_SAMPLE_RATE } from './sound/audio-encoder.ts'

/** What the muxer must know before the first packet. */
export type MuxerInput = FileNames & {
  file: string
  spec: FormatSpec
  size: FrameSource['size']
  fps: number
  /** The opened sound encoder; null for a silent video. */
  audio: CodecContext | null
  /** The picture codec's header, from the first segment. */
  extradata: Uint8Array
}

/** Writes packets into one file, in the order of time. */
export type Muxer = {
  /** Writes a segment's pictures together with the sound of the same stretch. */
  write(segment: EncodedSegment, sound: AudioPacket[]): void
  /** Writes what belongs at the end and closes the file. */
  finish(): void
  /** Frees everything. Unless `finish` was called before, the file is unusable. */
  free(): void
}

type StreamWriter = (
  data: Uint8Array,
  times: { pts: number; dts: number; duration: number; isKey: boolean },
) => void

/** Opens the output file and writes its header. */
export function createMuxer(input: MuxerInput): Muxer {
  const context = new FormatContext()
  mustSucceed(
    context.allocOutputContext2(null, input.spec.muxer, input.file),
    `make a ${input.spec.extension} file`,
  )
  const video = addVideoStream(context, input)
  const audio = input.audio && addAudioStream(context, input.audio)
  context.metadata = Dictionary.fromObject(listSongTags(input.spec, input))
  // Bit-exact: no version names and no clock in the file, so that equal input gives equal bytes.
  for (const [name, value] of Object.entries({ ...input.spec.muxerOptions, fflags: '+bitexact' })) {
    mustSucceed(context.setOption(name, value), `set ${input.spec.muxer} ${name}=${value}`)
  }
  mustSucceed(context.openOutputSync(), `open ${input.file}`)
  mustSucceed(context.writeHeaderSync(null), `write the header of ${input.file}`)

  const packet = new Packet()
  packet.alloc()
  const writeVideo = createStreamWriter(context, packet, video, new Rational(1, input.fps))
  const writeAudio = audio && createStreamWriter(context, packet, audio, new Rational(1, OUTPUT_SAMPLE_RATE))
  const writeSound = (sound: AudioPacket) =>
    writeAudio?.(sound.data, { pts: sound.pts, dts: sound.pts, duration: sound.samples, isKey: true })

  return {
    write(segment, sound) {
      const pictures = listPictures(segment)
      let written = 0
      const writePicturesUntil = (secs: number) => {
        for (let next = pictures[written]; next && next.dts / input.fps <= secs; next = pictures[++written])
          writeVideo(next.data, { ...next, duration: 1 })
      }
      for (const each of sound) {
        writePicturesUntil(each.pts / OUTPUT_SAMPLE_RATE)
        writeSound(each)
      }
      writePicturesUntil(Number.POSITIVE_INFINITY)
    },
    finish() {
      mustSucceed(context.writeTrailerSync(), `finish ${input.file}`)
      context.closeOutputSync()
    },
    free() {
      packet.free()
      context.freeContext()
    },
  }
}

function addVideoStream(context: FormatContext, { spec, size, fps, extradata }: MuxerInput): Stream {
  const stream = context.newStream(null)
  const parameters = stream.codecpar
  parameters.codecType = AVMEDIA_TYPE_VIDEO
  parameters.codecId = Codec.findEncoderByName(spec.video.encoder)!.id
  if (spec.video.tag) parameters.codecTag = spec.video.tag
  parameters.format = spec.video.pixelFormat
  parameters.width = size.width
  parameters.height = size.height
  parameters.sampleAspectRatio = new Rational(1, 1)
  parameters.frameRate = new Rational(fps, 1)
  parameters.colorSpace = AVCOL_SPC_BT709
  parameters.colorPrimaries = AVCOL_PRI_BT709
  parameters.colorTrc = AVCOL_TRC_BT709
  parameters.colorRange = AVCOL_RANGE_MPEG
  if (extradata.length > 0) parameters.extradata = Buffer.from(extradata)
  stream.timeBase = new Rational(1, fps)
  stream.avgFrameRate = new Rational(fps, 1)
  stream.sampleAspectRatio = new Rational(1, 1)
  return stream
}

function addAudioStream(context: FormatContext, encoder: CodecContext): Stream {
  const stream = context.newStream(null)
  encoder.parametersFromContext(stream.codecpar)
  stream.timeBase = new Rational(1, OUTPUT_SAMPLE_RATE)
  return stream
}

function createStreamWriter(
  context: FormatContext,
  packet: Packet,
  stream: Stream,
  timeBase: Rational,
): StreamWriter {
  const index = stream.index
  const streamTimeBase = stream.timeBase
  return (data, { pts, dts, duration, isKey }) => {
    packet.data = Buffer.from(data.buffer, data.byteOffset, data.length)
    packet.streamIndex = index
    packet.pts = BigInt(pts)
    packet.dts = BigInt(dts)
    packet.duration = BigInt(duration)
    if (isKey) packet.setFlags(AV_PKT_FLAG_KEY)
    packet.rescaleTs(timeBase, streamTimeBase)
    mustSucceed(context.interleavedWriteFrameSync(packet), 'write a packet')
    packet.unref()
  }
}

function listPictures({ bytes, sizes, pts, dts, isKey }: EncodedSegment) {
  let end = 0
  return Array.from(sizes, (size, i) => {
    end += size
    return {
      data: bytes.subarray(end - size, end),
      pts: pts[i] ?? 0,
      dts: dts[i] ?? 0,
      isKey: isKey[i] === 1,
    }
  })
}
