import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import type { ClipFile } from '@songreel/kit/input'
import {
  AV_CODEC_ID_H264,
  AV_NOPTS_VALUE,
  AV_PROFILE_H264_HIGH_444_PREDICTIVE,
  type AVColorSpace,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants'
import { Packet, Frame as Picture, type Stream } from 'node-av/lib'
import { type OpenedVideo, openVideo, readRotation } from '../container/open-video.ts'

/** Reads the pictures of a video by time, in any order. */
export type ClipReader = {
  /** How far a viewer turns the picture clockwise: 0, 90, 180 or 270. */
  readonly rotation: number
  /** The matrix that the file names for all its pictures; single pictures often name none. */
  readonly colorSpace: AVColorSpace
  /**
   * The picture that is on screen at this time of the file: the last that does not start later. Valid until the next call,
   * which says whether it is another one.
   */
  pictureAt(secs: number): { picture: Picture; isNew: boolean }
  /** A key frame at or before this time, and when it comes: quick to have, and near enough to see what the clip is about. Valid until the next call. */
  keyPictureAt(secs: number): { picture: Picture; secs: number }
  /** Gives the decoder and its pictures back, at least 10 MB for 1080p, until the next picture is asked for. The file stays open. */
  rest(): void
  close(): void
}

/** Reading on is cheaper than seeking as long as the goal is near. */
const READ_ON_SECS = 1.5
/** A key frame's own time may lie a little after its place in the file: then the one before it is looked for. */
const STEP_BACK_SECS = 0.5

/** Opens a clip for reading; every thread has a reader of its own. */
export function openClipReader(file: ClipFile): ClipReader {
  const opened = openVideo(file.path, file.container)
  const stream = opened.video
  if (!stream) {
    opened.close()
    const name = basename(file.path)
    throw new RenderError('ASSET_TYPE_MISMATCH', `${name} has no picture.`, { file: name })
  }
  let awake: PictureCursor | undefined
  const wake = () => {
    awake ??= createPictureCursor(opened, stream, basename(file.path))
    return awake
  }
  const rest = () => {
    awake?.free()
    awake = undefined
  }
  return {
    rotation: readRotation(stream),
    colorSpace: stream.codecpar.colorSpace,
    pictureAt: (secs) => wake().at(secs),
    keyPictureAt: (secs) => wake().atKey(secs),
    rest,
    close: () => {
      rest()
      opened.close()
    },
  }
}

type PictureCursor = ReturnType<typeof createPictureCursor>

/** Two pictures side by side: the one on screen, and the one after it that says until when. */
function createPictureCursor(opened: OpenedVideo, stream: Stream, name: string) {
  const ticksPerSec = stream.timeBase.den / stream.timeBase.num
  const start = readStart(stream)
  const decode = createDecode(opened, stream)
  let [shown, next] = [newPicture(), newPicture()]
  let [hasShown, hasNext] = [false, false]
  let isNew = false

  /** Starts again at a key frame before this time; pictures before the one that is shown are of no use. */
  const seekBefore = (time: bigint, goal = time, shownTime?: bigint) => {
    decode.restart(time, shownTime)
    hasShown = false
    hasNext = decode.into(next, goal)
  }

  const readUntil = (goal: bigint) => {
    while (hasNext && (!hasShown || readTime(next) <= goal)) {
      ;[shown, next] = [next, shown]
      hasShown = true
      isNew = true
      hasNext = decode.into(next, goal)
    }
  }

  const goTo = (goal: bigint) => {
    for (let backSecs = 0; ; backSecs = Math.max(STEP_BACK_SECS, backSecs * 4)) {
      const from = goal - BigInt(Math.round(backSecs * ticksPerSec))
      // Reading the file twice is far cheaper than decoding a picture that isn't shown.
      seekBefore(from, goal, decode.findShown(from, goal))
      // Some files have no key frame where their index says: go back further, at last to the start.
      const isBefore = hasNext && readTime(next) <= goal
      if (isBefore || from <= start) break
    }
    readUntil(goal)
  }

  return {
    at: (secs: number) => {
      // A hundredth of a tick: times that were counted in binary fractions must not fall just short of a picture.
      const goal = start + BigInt(Math.floor(Math.max(0, secs) * ticksPerSec + 0.01))
      const isAhead = hasShown && readTime(shown) <= goal
      const isNear = isAhead && Number(goal - readTime(shown)) <= READ_ON_SECS * ticksPerSec
      isNew = false
      if (isNear || (isAhead && !hasNext)) readUntil(goal)
      else goTo(goal)
      if (!hasShown) throw noPicture(name, secs)
      return { picture: shown, isNew }
    },
    atKey: (secs: number) => {
      seekBefore(start + BigInt(Math.floor(Math.max(0, secs) * ticksPerSec)))
      if (!hasNext) seekBefore(start)
      if (hasNext) return { picture: next, secs: Number(readTime(next) - start) / ticksPerSec }
      throw noPicture(name, secs)
    },
    free: () => {
      shown.free()
      next.free()
      decode.free()
    },
  }
}

/** A picture that ends so long before the goal is never shown, also where a file's times are a little off. */
const OUT_OF_SIGHT_SECS = 0.25

/**
 * Hands out the stream's pictures one after the other until the end of the file. On the way to a goal it leaves out those
 * that no other picture is made from and that end well before it, or come before the one that is known to be shown.
 */
function createDecode({ demuxer, openDecoder }: OpenedVideo, stream: Stream) {
  const decoder = openDecoder(stream)
  // Pictures that no other is made from need not have their block edges smoothed: a seventh less work, and above 50 dB alike.
  decoder.setOption('skip_loop_filter', 'noref')
  const packet = new Packet()
  packet.alloc()
  if (hasEncoderNoteOnlyAtStart(stream)) {
    seek(demuxer, stream, readStart(stream))
    while (demuxer.readFrameSync(packet) >= 0 && packet.streamIndex !== stream.index) packet.unref()
    decoder.sendPacketSync(packet)
    packet.unref()
  }
  const marginTicks = BigInt(Math.ceil((OUT_OF_SIGHT_SECS * stream.timeBase.den) / stream.timeBase.num))
  let isDraining = false
  let isSkipping = false
  let firstShown: bigint | undefined
  const isOutOfSight = ({ pts, duration }: Packet, goal: bigint) => {
    if (pts === AV_NOPTS_VALUE) return false
    return firstShown === undefined ? duration > 0n && pts + duration + marginTicks < goal : pts < firstShown
  }
  const skip = (isWanted: boolean) => {
    if (isWanted === isSkipping) return
    isSkipping = isWanted
    decoder.setOption('skip_frame', isWanted ? 'noref' : 'default')
  }
  return {
    into: (picture: Picture, goal: bigint): boolean => {
      picture.unref()
      while (decoder.receiveFrameSync(picture) < 0) {
        if (isDraining) return false
        isDraining = demuxer.readFrameSync(packet) < 0
        // Skip a packet that can't be decoded, rather than failing the video.
        if (isDraining) decoder.sendPacketSync(null)
        else if (packet.streamIndex === stream.index) {
          skip(isOutOfSight(packet, goal))
          decoder.sendPacketSync(packet)
        }
        packet.unref()
      }
      return true
    },
    findShown: (from: bigint, goal: bigint) => {
      seek(demuxer, stream, from)
      return findShown({ demuxer, stream, packet }, goal)
    },
    restart: (from: bigint, shownTime?: bigint) => {
      seek(demuxer, stream, from)
      decoder.flushBuffers()
      isDraining = false
      firstShown = shownTime
    },
    free: () => {
      packet.free()
      decoder.freeContext()
    },
  }
}

/**
 * Before 2017 x264 wrote 4:4:4 in a way of its own. The decoder reads it so where a note with the encoder's version stands, which is
 * in the first picture alone; without it, all pictures from a later key frame on are green.
 */
function hasEncoderNoteOnlyAtStart({ codecpar }: Stream): boolean {
  return codecpar.codecId === AV_CODEC_ID_H264 && codecpar.profile === AV_PROFILE_H264_HIGH_444_PREDICTIVE
}

function readStart({ startTime }: Stream): bigint {
  return startTime === AV_NOPTS_VALUE ? 0n : startTime
}

function seek(demuxer: OpenedVideo['demuxer'], stream: Stream, time: bigint): void {
  const start = readStart(stream)
  demuxer.seekFrameSync(stream.index, time > start ? time : start, AVSEEK_FLAG_BACKWARD)
}

/** Reads on until no packet can hold an earlier picture than the goal; says which of their times is on screen then. */
function findShown(
  { demuxer, stream, packet }: { demuxer: OpenedVideo['demuxer']; stream: Stream; packet: Packet },
  goal: bigint,
): bigint | undefined {
  let shown: bigint | undefined
  let isPast = false
  while (!isPast && demuxer.readFrameSync(packet) >= 0) {
    const { pts, dts, streamIndex } = packet
    packet.unref()
    if (streamIndex !== stream.index) continue
    // Without timestamps we can't tell.
    if (pts === AV_NOPTS_VALUE || dts === AV_NOPTS_VALUE) return undefined
    if (pts <= goal && (shown === undefined || pts > shown)) shown = pts
    // No picture is shown before it is decoded.
    isPast = dts > goal
  }
  return shown
}

function newPicture(): Picture {
  const picture = new Picture()
  picture.alloc()
  return picture
}

function readTime(picture: Picture): bigint {
  return picture.bestEffortTimestamp
}

function noPicture(name: string, secs: number): RenderError {
  const message = `${name} is damaged: no picture can be decoded at ${secs.toFixed(2)} s.`
  return new RenderError('ASSET_CORRUPT', message, { file: name, secs })
}
