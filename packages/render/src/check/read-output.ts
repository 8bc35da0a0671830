import { createPauses } from '@songreel/audio/engine'
import { RenderError } from '@songreel/kit/core'
import type { VideoContainer } from '@songreel/kit/input'
import { avGetCodecName, type CodecContext, Frame, Packet, type Stream } from 'node-av/lib'
import { type OpenedVideo, openVideo } from '../container/open-video.ts'
import { readSamples } from '../container/sample-reader.ts'
import { readLumaPeak } from './picture-luma.ts'

/** What a finished file says about itself, and what its packets say about it. */
export type OutputFacts = {
  videoCodec: string
  /** The container's four letters for the codec; tells the kinds of ProRes apart. */
  videoTag: string | null
  audioCodec: string | null
  width: number
  height: number
  fps: number
  frames: number
  firstFrameSecs: number
  videoSecs: number
  audioSecs: number
  /** 0..1: how bright the brightest part of the first frame is. */
  firstFramePeak: number
}

/** Receives the output's sound from its start: one array per channel, 48 kHz. */
export type SoundConsumer = (channels: Float32Array[], startSecs: number) => void

/** Opens a finished file like any player, reads every packet, decodes the first picture and all of the sound. */
export async function readOutput(
  path: string,
  container: VideoContainer,
  { onSound, signal }: { onSound: SoundConsumer; signal?: AbortSignal },
): Promise<OutputFacts> {
  const opened = openVideo(path, container)
  const { video, audio, demuxer } = opened
  if (!video) throw new RenderError('OUTPUT_CHECK_FAILED', 'The finished file holds no picture.')
  const pictures = createPictureReader(opened, video)
  const sound = audio && createSoundReader(opened, audio, onSound)
  const packet = new Packet()
  packet.alloc()
  const pause = createPauses(signal)
  try {
    while (demuxer.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === video.index) pictures.take(packet)
      else if (packet.streamIndex === audio?.index) sound?.take(packet)
      packet.unref()
      await pause()
    }
    sound?.end()
    return {
      ...pictures.facts(),
      audioCodec: audio ? getCodecName(audio) : null,
      audioSecs: sound?.endSecs() ?? 0,
    }
  } finally {
    packet.free()
    sound?.free()
    opened.close()
  }
}

function createPictureReader({ openDecoder }: OpenedVideo, video: Stream) {
  const toSecs = createClock(video)
  let frames = 0
  let firstSecs = Number.POSITIVE_INFINITY
  let endSecs = 0
  let firstFramePeak = 0

  return {
    take(packet: Packet): void {
      if (frames === 0) firstFramePeak = readFirstPeak(openDecoder(video), packet)
      const secs = toSecs(packet.pts)
      frames++
      firstSecs = Math.min(firstSecs, secs)
      endSecs = Math.max(endSecs, secs + toSecs(packet.duration))
    },
    facts: () => ({
      videoCodec: getCodecName(video),
      videoTag: video.codecpar.codecTagString,
      width: video.codecpar.width,
      height: video.codecpar.height,
      fps: video.avgFrameRate.num / video.avgFrameRate.den,
      frames,
      firstFrameSecs: firstSecs,
      videoSecs: endSecs,
      firstFramePeak,
    }),
  }
}

/** A video starts with a whole picture. Told that no other follows, the decoder doesn't wait for those shown before it. */
function readFirstPeak(decoder: CodecContext, packet: Packet): number {
  const frame = new Frame()
  frame.alloc()
  try {
    decoder.sendPacketSync(packet)
    decoder.sendPacketSync(null)
    return decoder.receiveFrameSync(frame) < 0 ? 0 : readLumaPeak(frame)
  } finally {
    frame.free()
    decoder.freeContext()
  }
}

function createSoundReader({ openDecoder }: OpenedVideo, audio: Stream, onSound: SoundConsumer) {
  const decoder = openDecoder(audio)
  const toSecs = createClock(audio)
  const frame = new Frame()
  frame.alloc()
  let endSecs = 0

  const decode = () => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      const startSecs = toSecs(frame.pts)
      endSecs = startSecs + frame.nbSamples / frame.sampleRate
      onSound(readSamples(frame), startSecs)
      frame.unref()
    }
  }
  return {
    take(packet: Packet): void {
      decoder.sendPacketSync(packet)
      decode()
    },
    end(): void {
      decoder.sendPacketSync(null)
      decode()
    },
    endSecs: () => endSecs,
    free(): void {
      frame.free()
      decoder.freeContext()
    },
  }
}

/** From a stream's times to seconds; the unit is asked for once, not for each packet. */
function createClock({ timeBase }: Stream): (time: bigint) => number {
  const { num, den } = timeBase
  return (time) => (Number(time) * num) / den
}

function getCodecName({ codecpar }: Stream): string {
  return avGetCodecName(codecpar.codecId) ?? 'unknown'
}
