import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { type CodecContext, type Frame, Packet } from 'node-av/lib'
import type { AudioFileInfo } from '../audio-source.ts'
import type { AudioDemuxer } from './audio-types.ts'
import { type OpenedFile, openFile } from './open-file.ts'

/** A decoder needs the sound before a point to give the right samples at it (bit reservoir, overlap). */
const PREROLL_SECS = 2

/** One step never takes longer than this many packets, so that a cancel is seen in time. */
const PACKETS_PER_STEP = 64

/** More unreadable packets than this share, and the file counts as corrupt. */
const MAX_BAD_SHARE = 0.1

/** Less may be missing at the end: encoders' padding, and players' tolerance. */
const MISSING_SECS = 0.3
const MISSING_SHARE = 0.02

const NO_PTS = -(2n ** 63n)

/** What a step brought: a frame, nothing yet, or the end of the song. */
export type DecoderStep = 'FRAME' | 'NONE' | 'END'

/** A file opened for decoding: frames come out in order, in the file's own rate and sample format. */
export type NativeDecoder = {
  readonly info: AudioFileInfo
  /** Drops packets without decoding them until shortly before `secs`; to be called before the first step. */
  skipTo(secs: number): void
  step(frame: Frame): DecoderStep
  /** Where a frame lies in the song. */
  frameSecs(frame: Frame): number
  /** After the end: throws if so much is missing or unreadable that the song is not the song. */
  checkComplete(decodedSecs: number): void
  close(): void
}

type DecoderState = OpenedFile & {
  packet: Packet
  /** Of the stream, read once: asking FFmpeg for them takes longer than skipping a packet. */
  streamIndex: number
  secsPerUnit: { num: number; den: number }
  skipUntilSecs: number
  /** Where the last packet lies that was dropped unread. */
  skippedSecs: number
  firstPacketSecs: number
  packetCount: number
  badPacketCount: number
  isDraining: boolean
}

/** Opens a local file with the one demuxer its content calls for, and nothing but allowed decoders. */
export async function openNativeDecoder(
  path: string,
  kind: AudioDemuxer,
  signal?: AbortSignal,
): Promise<NativeDecoder> {
  const file = await openFile(path, kind, signal)
  const packet = new Packet()
  packet.alloc()
  const state: DecoderState = {
    ...file,
    packet,
    streamIndex: file.stream.index,
    secsPerUnit: file.stream.timeBase,
    skipUntilSecs: Number.NEGATIVE_INFINITY,
    skippedSecs: 0,
    firstPacketSecs: Number.NaN,
    packetCount: 0,
    badPacketCount: 0,
    isDraining: false,
  }
  const name = basename(path)
  return {
    info: state.info,
    skipTo: (secs) => {
      state.skipUntilSecs = secs - PREROLL_SECS
    },
    step: (frame) => step(state, frame),
    frameSecs: (frame) => (frame.pts === NO_PTS ? state.firstPacketSecs : toSecs(state, frame.pts)),
    // Whoever starts after the song's end has decoded nothing.
    checkComplete: (decodedSecs) => checkComplete(state, name, decodedSecs || state.skippedSecs),
    close: () => {
      packet.free()
      state.decoder.freeContext()
      state.demuxer.closeInputSync()
    },
  }
}

function step(state: DecoderState, frame: Frame): DecoderStep {
  for (let i = 0; i < PACKETS_PER_STEP; i++) {
    const received = state.decoder.receiveFrameSync(frame)
    if (received >= 0) return 'FRAME'
    if (received === AVERROR_EOF) return 'END'
    if (received !== AVERROR_EAGAIN) {
      state.badPacketCount++
      if (state.isDraining) return 'END'
    }
    feed(state)
  }
  return 'NONE'
}

/** Any read error counts as the end: what is missing then shows in the length. */
function feed(state: DecoderState): void {
  const { demuxer, decoder, packet, streamIndex } = state
  if (demuxer.readFrameSync(packet) < 0) {
    state.isDraining = true
    decoder.sendPacketSync(null)
    return
  }
  if (packet.streamIndex === streamIndex && !isSkipped(state)) sendPacket(state, decoder)
  packet.unref()
}

function isSkipped(state: DecoderState): boolean {
  const { packet } = state
  if (!Number.isNaN(state.firstPacketSecs)) return false
  if (packet.pts === NO_PTS) return state.skipUntilSecs > 0
  const secs = toSecs(state, packet.pts)
  if (secs < state.skipUntilSecs) {
    state.skippedSecs = secs
    return true
  }
  state.firstPacketSecs = secs
  return false
}

function sendPacket(state: DecoderState, decoder: CodecContext): void {
  state.packetCount++
  const sent = decoder.sendPacketSync(state.packet)
  if (sent < 0 && sent !== AVERROR_EAGAIN) state.badPacketCount++
}

function toSecs({ secsPerUnit, originPts }: DecoderState, pts: bigint): number {
  const { num, den } = secsPerUnit
  return (Number(pts - originPts) * num) / den
}

function checkComplete(state: DecoderState, name: string, decodedSecs: number): void {
  const { badPacketCount, packetCount } = state
  const { declaredSecs } = state.info
  const details = { file: name, decodedSecs: round(decodedSecs), unreadablePackets: badPacketCount }
  if (decodedSecs <= 0 || badPacketCount > packetCount * MAX_BAD_SHARE) {
    const seen = `${badPacketCount} of ${packetCount} packets cannot be decoded`
    const advice = 'Send the file again.'
    throw new RenderError('ASSET_CORRUPT', `${name} is damaged: ${seen}.`, { ...details, advice })
  }
  if (declaredSecs === undefined) return
  if (declaredSecs - decodedSecs <= Math.max(MISSING_SECS, declaredSecs * MISSING_SHARE)) return
  const seen = `it should last ${round(declaredSecs)} s, but only ${round(decodedSecs)} s can be read`
  throw new RenderError('ASSET_TRUNCATED', `${name} is cut off: ${seen}.`, {
    ...details,
    advice: 'Send the whole file.',
    declaredSecs: round(declaredSecs),
  })
}

function round(secs: number): number {
  return Math.round(secs * 10) / 10
}
