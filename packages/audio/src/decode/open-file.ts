import { basename, resolve } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { AV_LOG_FATAL, AVDISCARD_ALL, AVERROR_EOF, AVMEDIA_TYPE_AUDIO } from 'node-av/constants'
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
import type { AudioFileInfo } from '../audio-source.ts'
import { throwIfCanceled } from '../pauses.ts'
import { type AudioDemuxer, SUPPORTED_AUDIO } from './audio-types.ts'
import { explainOggRefusal } from './check-ogg.ts'
import { restrictDemuxer } from './restrict-demuxer.ts'

/** Only these decoders ever see a song's bytes. */
const DECODERS = new Set(
  `mp3float mp2float mp1float flac vorbis opus aac alac pcm_alaw pcm_mulaw pcm_u8 pcm_s8 pcm_s16le pcm_s16be
   pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_f64le pcm_f64be`.split(/\s+/),
)

/** A frame shows at most this many planes; real songs have two. */
const MAX_CHANNELS = 8

/** Outside of these a header is wrong, and converting would make hours out of seconds. */
const MIN_SAMPLE_RATE = 4_000
const MAX_SAMPLE_RATE = 400_000

/** A song's native parts; whoever opens them frees `decoder` and closes `demuxer`. */
export type OpenedFile = {
  demuxer: FormatContext
  stream: Stream
  decoder: CodecContext
  info: AudioFileInfo
  /** The time stamp of the song's first sample. */
  originPts: bigint
}

/** Opens a local file for decoding: file protocol, one demuxer, allowed decoders. */
export async function openFile(path: string, kind: AudioDemuxer, signal?: AbortSignal): Promise<OpenedFile> {
  Log.setLevel(AV_LOG_FATAL)
  const name = basename(path)
  const demuxer = createDemuxer(kind)
  // A damaged header can keep FFmpeg searching for long: it does so on another thread, and can be interrupted.
  const interrupt = () => demuxer.interrupt()
  signal?.addEventListener('abort', interrupt)
  try {
    return await readStreams(demuxer, { path, kind, name })
  } catch (error) {
    throwIfCanceled(signal)
    throw error
  } finally {
    signal?.removeEventListener('abort', interrupt)
  }
}

async function readStreams(
  demuxer: FormatContext,
  { path, kind, name }: { path: string; kind: AudioDemuxer; name: string },
): Promise<OpenedFile> {
  const opened = await demuxer.openInput(`file:${resolve(path)}`, InputFormat.findInputFormat(kind), null)
  if (opened === AVERROR_EOF) throw cutHeader(name)
  const refusal = opened < 0 && kind === 'ogg' && (await explainOggRefusal(path, new FFmpegError(opened)))
  if (refusal) throw refusal
  if (opened < 0) throw corrupt(name, `it starts like ${kind}, but its header cannot be read`, opened)
  try {
    const stream = findAudioStream(demuxer, name)
    // Before FFmpeg looks into the stream only the header speaks; afterwards it would mix in guesses from the bit rate.
    const declaredSecs = readDeclaredSecs(stream)
    const described = await demuxer.findStreamInfo(null)
    if (described < 0) throw corrupt(name, 'its streams cannot be read', described)
    const decoder = openDecoder(stream, name)
    const { startTime } = stream
    return {
      demuxer,
      stream,
      decoder,
      info: describe(stream, declaredSecs),
      originPts: startTime > -(2n ** 62n) ? startTime : 0n,
    }
  } catch (error) {
    demuxer.closeInputSync()
    throw error
  }
}

/** Whether sound of this form can be converted. */
export function isPlausible(channelCount: number, sampleRate: number): boolean {
  const isRate = sampleRate >= MIN_SAMPLE_RATE && sampleRate <= MAX_SAMPLE_RATE
  return isRate && channelCount >= 1 && channelCount <= MAX_CHANNELS
}

function createDemuxer(kind: AudioDemuxer): FormatContext {
  const demuxer = new FormatContext()
  demuxer.allocContext()
  restrictDemuxer(demuxer, kind, DECODERS)
  return demuxer
}

/** Embedded covers are video streams: everything but the first audio stream is discarded unread. */
function findAudioStream(demuxer: FormatContext, name: string): Stream {
  const { streams } = demuxer
  const stream = streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  if (!stream) {
    const seen =
      streams.map(({ codecpar }) => avGetCodecName(codecpar.codecId)).join(', ') || 'no stream at all'
    throw new RenderError('AUDIO_MISSING', `${name} has no sound (it contains ${seen}).`, {
      file: name,
      seen,
    })
  }
  for (const other of streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL
  return stream
}

function readDeclaredSecs({ duration, timeBase }: Stream): number | undefined {
  return duration > 0n ? (Number(duration) * timeBase.num) / timeBase.den : undefined
}

function openDecoder(stream: Stream, name: string): CodecContext {
  const { codecpar } = stream
  const codecName = avGetCodecName(codecpar.codecId) ?? 'unknown'
  const codec = Codec.findDecoder(codecpar.codecId)
  if (!codec || !DECODERS.has(codec.name ?? '')) throw unsupported(name, `${codecName} audio`)
  if (!isPlausible(codecpar.channels, codecpar.sampleRate)) {
    throw unsupported(name, `${codecpar.channels} channels at ${codecpar.sampleRate} Hz`)
  }
  const context = new CodecContext()
  context.allocContext3(codec)
  context.parametersToContext(codecpar)
  context.pktTimebase = stream.timeBase
  context.threadCount = 1
  const opened = context.open2Sync(codec, null)
  if (opened >= 0) return context
  context.freeContext()
  throw corrupt(name, `its ${codecName} stream cannot be decoded`, opened)
}

function describe({ codecpar }: Stream, declaredSecs: number | undefined): AudioFileInfo {
  const info = {
    sampleRate: codecpar.sampleRate,
    channelCount: codecpar.channels,
    codec: avGetCodecName(codecpar.codecId) ?? 'unknown',
  }
  return declaredSecs === undefined ? info : { ...info, declaredSecs }
}

function unsupported(name: string, seen: string): RenderError {
  const facts = { file: name, seen, advice: SUPPORTED_AUDIO }
  return new RenderError('ASSET_UNSUPPORTED', `${name} holds ${seen}, which is not supported.`, facts)
}

function cutHeader(name: string): RenderError {
  const facts = { file: name, advice: 'Send the whole file.' }
  return new RenderError('ASSET_TRUNCATED', `${name} is cut off within its header.`, facts)
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
