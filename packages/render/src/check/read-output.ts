import { avGetCodecName, type CodecContext, Frame, Packet, type Stream } from 'node-av/lib'
import { createPauses } from '../audio/pauses.ts'
import { type OpenedVideo, openVideo, type VideoContainer } from '../container/open-video.ts'
import { readSamples } from '../container/sample-reader.ts'
import { RenderError } from '../errors.ts'
import { readLumaPeak } from './picture-luma.ts'

/** What a finished file says about itself, and what its packets say about it. */
export type OutputFacts = {
  videoCodec: string
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
    pictures.end()
    sound?.end()
    return {
      ...pictures.facts(),
      audioCodec: audio ? getCodecName(audio) : null,
      audioSecs: sound?.endSecs() ?? 0,
    }
  } finally {
    packet.free()
    pictures.free()
    sound?.free()
    opened.close()
  }
}

function createPictureReader({ openDecoder }: OpenedVideo, video: Stream) {
  const decoder = openDecoder(video)
  const frame = new Frame()
  frame.alloc()
  let frames = 0
  let firstSecs = Number.POSITIVE_INFINITY
  let endSecs = 0
  let firstFramePeak: number | undefined

  const look = () => {
    if (firstFramePeak !== undefined || decoder.receiveFrameSync(frame) < 0) return
    firstFramePeak = readLumaPeak(frame)
    frame.unref()
  }
  return {
    take(packet: Packet): void {
      const secs = toSecs(video, packet.pts)
      frames++
      firstSecs = Math.min(firstSecs, secs)
      endSecs = Math.max(endSecs, secs + toSecs(video, packet.duration))
      if (firstFramePeak === undefined) decoder.sendPacketSync(packet)
      look()
    },
    end(): void {
      if (firstFramePeak === undefined) decoder.sendPacketSync(null)
      look()
    },
    facts: () => ({
      videoCodec: getCodecName(video),
      width: video.codecpar.width,
      height: video.codecpar.height,
      fps: video.avgFrameRate.num / video.avgFrameRate.den,
      frames,
      firstFrameSecs: firstSecs,
      videoSecs: endSecs,
      firstFramePeak: firstFramePeak ?? 0,
    }),
    free(): void {
      frame.free()
      decoder.freeContext()
    },
  }
}

function createSoundReader({ openDecoder }: OpenedVideo, audio: Stream, onSound: SoundConsumer) {
  const decoder: CodecContext = openDecoder(audio)
  const frame = new Frame()
  frame.alloc()
  let endSecs = 0

  const decode = () => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      const startSecs = toSecs(audio, frame.pts)
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

function toSecs({ timeBase }: Stream, time: bigint): number {
  return (Number(time) * timeBase.num) / timeBase.den
}

function getCodecName({ codecpar }: Stream): string {
  return avGetCodecName(codecpar.codecId) ?? 'unknown'
}
