import { basename } from 'node:path'
import { checkEdits } from '@songreel/audio'
import { RenderError } from '@songreel/kit/core'
import type { VideoContainer } from '@songreel/kit/input'
import { avGetCodecName, Frame, Packet, type Stream } from 'node-av/lib'
import { isMatroskaCutOff } from '../container/matroska-length.ts'
import { listMp4Boxes } from '../container/mp4-boxes.ts'
import { type OpenedVideo, openVideo, readRotation } from '../container/open-video.ts'
import { nameAspectRatio } from '../plan/aspect-ratio.ts'
import type { MediaFacts } from './media-facts.ts'

/** Give up on a decoder that has returned no picture after this many packets. */
const FIRST_PICTURE_PACKETS = 250

/** A video's facts after its first picture was really decoded; undefined when the file holds sound only. */
export async function findVideoFacts(
  path: string,
  container: VideoContainer,
): Promise<MediaFacts | undefined> {
  await refuseCutOff(path, container)
  if (container === 'mov') await checkEdits(path)
  const opened = openVideo(path, container)
  try {
    if (!opened.video) return undefined
    decodeFirstPicture(opened, opened.video, basename(path))
    return describe(opened, opened.video)
  } finally {
    opened.close()
  }
}

/** Half a file decodes without an error to half its length, so compare with the length that the container declares. */
async function refuseCutOff(path: string, container: VideoContainer): Promise<void> {
  const isCutOff = container === 'mov' ? (await listMp4Boxes(path)).isCutOff : await isMatroskaCutOff(path)
  if (!isCutOff) return
  const file = basename(path)
  throw new RenderError('ASSET_TRUNCATED', `${file} is cut off: its end is missing.`, {
    advice: 'Send the whole file.',
    file,
  })
}

function decodeFirstPicture({ demuxer, openDecoder }: OpenedVideo, video: Stream, name: string): void {
  const decoder = openDecoder(video)
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  try {
    for (let count = 0; count < FIRST_PICTURE_PACKETS; count++) {
      const isEnd = demuxer.readFrameSync(packet) < 0
      if (isEnd || packet.streamIndex === video.index) decoder.sendPacketSync(isEnd ? null : packet)
      packet.unref()
      if (decoder.receiveFrameSync(frame) >= 0) return
      if (isEnd) break
    }
    throw new RenderError('ASSET_CORRUPT', `${name} is damaged: no picture in it can be decoded.`, {
      file: name,
    })
  } finally {
    frame.free()
    packet.free()
    decoder.freeContext()
  }
}

function describe({ demuxer, audio }: OpenedVideo, video: Stream): MediaFacts {
  const { width, height, aspectRatio } = readShape(video)
  const { avgFrameRate: rate } = video
  const durationSecs = Number(demuxer.duration) / 1e6
  return {
    kind: 'VIDEO',
    codec: avGetCodecName(video.codecpar.codecId) ?? 'unknown',
    width,
    height,
    aspectRatio,
    ...(rate.den > 0 && rate.num > 0 && { fps: Math.round((rate.num / rate.den) * 1000) / 1000 }),
    ...(durationSecs > 0 && { durationSecs }),
    hasAudio: audio !== undefined,
  }
}

/** The size on a screen: pixels made square, then turned as the file asks. */
function readShape(video: Stream): { width: number; height: number; aspectRatio: string } {
  const { num, den } =
    video.sampleAspectRatio.num > 0 ? video.sampleAspectRatio : video.codecpar.sampleAspectRatio
  const pixelAspect = num > 0 && den > 0 ? num / den : 1
  const across = Math.round(video.codecpar.width * pixelAspect)
  const down = video.codecpar.height
  const isTurned = readRotation(video) % 180 === 90
  const [width, height] = isTurned ? [down, across] : [across, down]
  return { width, height, aspectRatio: nameAspectRatio(width, height) }
}
