import { basename, resolve } from 'node:path'
import { restrictDemuxer } from '@songreel/audio'
import { RenderError } from '@songreel/kit/core'
import type { VideoContainer } from '@songreel/kit/input'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_LOG_FATAL,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import {
  avGetCodecName,
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  InputFormat,
  Log,
  type Stream,
} from 'node-av/lib'

/** Only these decoders ever see a video's bytes. */
const DECODERS = new Set(
  `h264 hevc vp8 vp9 libdav1d av1 mpeg4 prores mjpeg gif aac mp3float mp3 opus vorbis flac alac
   pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le`.split(/\s+/),
)

const PROBE_BYTES = 5_000_000
const PROBE_MICROSECS = 5_000_000
const MAX_STREAMS = 32
const MAX_PIXELS = 8192 * 8192

/** The end of every message about a video that we do not take. */
const SUPPORTED_VIDEOS = 'Use mp4, mov or webm with H.264, H.265, VP8, VP9, AV1 or ProRes.'

/** A video's native parts; whoever opens them calls `close`. */
export type OpenedVideo = {
  demuxer: FormatContext
  /** Absent when the file holds sound only. */
  video: Stream | undefined
  audio: Stream | undefined
  openDecoder(stream: Stream): CodecContext
  close(): void
}

/** Opens a local file: file protocol, one demuxer, allowed decoders, bounded probing. */
export function openVideo(path: string, container: VideoContainer): OpenedVideo {
  Log.setLevel(AV_LOG_FATAL)
  const name = basename(path)
  const demuxer = openDemuxer(path, container, name)
  try {
    const described = demuxer.findStreamInfoSync(null)
    if (described < 0) throw corrupt(name, 'its streams cannot be read', described)
    const { streams } = demuxer
    const video = streams.find(isPicture)
    const audio = streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
    const openDecoder = (stream: Stream) => openStreamDecoder(stream, name)
    return { demuxer, video, audio, openDecoder, close: () => demuxer.closeInputSync() }
  } catch (error) {
    demuxer.closeInputSync()
    throw error
  }
}

/** Embedded covers are video streams too, but no video. */
function isPicture(stream: Stream): boolean {
  const isVideo = stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO
  return isVideo && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC)
}

function openDemuxer(path: string, container: VideoContainer, name: string): FormatContext {
  const demuxer = new FormatContext()
  demuxer.allocContext()
  restrictDemuxer(demuxer, container, DECODERS)
  demuxer.probesize = BigInt(PROBE_BYTES)
  demuxer.maxAnalyzeDuration = BigInt(PROBE_MICROSECS)
  demuxer.maxStreams = MAX_STREAMS
  const opened = demuxer.openInputSync(`file:${resolve(path)}`, InputFormat.findInputFormat(container), null)
  if (opened < 0) throw corrupt(name, `it starts like ${container}, but its header cannot be read`, opened)
  return demuxer
}

function openStreamDecoder({ codecpar, timeBase }: Stream, name: string): CodecContext {
  const codecName = avGetCodecName(codecpar.codecId) ?? 'unknown'
  const codec = Codec.findDecoder(codecpar.codecId)
  if (!codec || !DECODERS.has(codec.name ?? '')) {
    const facts = { file: name, seen: codecName, advice: SUPPORTED_VIDEOS }
    throw new RenderError('ASSET_UNSUPPORTED', `${name} holds ${codecName}, which is not supported.`, facts)
  }
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(codecpar)
  context.pktTimebase = timeBase
  context.threadCount = 1
  context.setOption('max_pixels', String(MAX_PIXELS))
  const opened = context.open2Sync(codec, null)
  if (opened >= 0) return context
  context.freeContext()
  throw corrupt(name, `its ${codecName} stream cannot be decoded`, opened)
}

/** How far a player turns the picture clockwise: 0, 90, 180 or 270. */
export function readRotation({ codecpar }: Stream): number {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (!matrix || matrix.length < 36) return 0
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI
  return (Math.round(degrees / 90) * 90 + 360) % 360
}

function corrupt(name: string, seen: string, result: number): RenderError {
  const cause = new FFmpegError(result)
  return new RenderError(
    'ASSET_CORRUPT',
    `${name} is damaged: ${seen} (${cause.message}).`,
    { file: name, seen },
    { cause },
  )
}
