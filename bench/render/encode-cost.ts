import { setImmediate } from 'node:timers/promises'
import { OUTPUT_FORMATS } from '@songreel/render/start'
import { type CodecContext, type Frame, Packet } from 'node-av/lib'
import type { VideoCodec } from '../../packages/render/src/encode/codecs/codec.ts'
import { h264 } from '../../packages/render/src/encode/codecs/h264.ts'
import {
  type FrameRange,
  type FrameSource,
  planSegments,
} from '../../packages/render/src/encode/frame-source.ts'
import { copyPicture, type PictureBuffer } from '../../packages/render/src/encode/picture-buffer.ts'
import { createPictureMeter } from '../../packages/render/src/encode/picture-meter.ts'
import {
  createSegmentEncoder,
  openVideoEncoder,
  specifyPictures,
} from '../../packages/render/src/encode/segments/segment-encoder.ts'

const CODEC: VideoCodec = h264
const QUALITY = 'FULL'

/** The two ways take turns this often: a shared machine changes its speed by a third from one second to the next. */
const TURN_FRAMES = 4

/** CPU milliseconds per frame of the encoder alone, and of drawing, metering, handing over and encoding. */
export type EncodeCost = { encodeOnlyMs: number; drawEncodeMs: number }

/**
 * Encodes the same frames both ways, a few frames of each in turn. Alone, the encoder finds a segment's frames in memory;
 * the other way is the loop of a render's thread.
 */
export async function measureEncodeCost(source: FrameSource): Promise<EncodeCost> {
  const segments = segmentsOf(source)
  const encoder = createSegmentEncoder(source, CODEC, QUALITY)
  const meter = createPictureMeter(source.size, source.frameCount)
  const alone = createClock()
  const whole = createClock()
  for (const [index, range] of segments.entries()) {
    const pictures = await drawPictures(source, range)
    const frames = pictures.map(({ frame }) => frame)
    const encodeAlone = alone.time(() => openEncoder(source))
    await whole.timeTurns(() =>
      encoder.encodeInTurns(index, range, (planes, frameIndex) => {
        const at = frameIndex - range.start
        if (at % TURN_FRAMES === 0) {
          whole.pause(() => alone.time(() => encodeAlone.encode(frames.slice(at, at + TURN_FRAMES))))
        }
        meter.read(planes)
      }),
    )
    alone.time(() => encodeAlone.end())
    for (const picture of pictures) picture.free()
  }
  encoder.free()
  return {
    encodeOnlyMs: alone.totalMs() / source.frameCount,
    drawEncodeMs: whole.totalMs() / source.frameCount,
  }
}

/** The same loop for frames that come as an encoder's frames already. */
export function measureFrames(
  source: Omit<FrameSource, 'draw'> & { draw(frameIndex: number): Frame },
): number {
  const clock = createClock()
  clock.time(() => {
    for (const { start, end } of segmentsOf(source)) {
      const { encode, end: endSegment } = openEncoder(source)
      for (let frame = start; frame < end; frame++) encode([source.draw(frame)])
      endSegment()
    }
  })
  return clock.totalMs() / source.frameCount
}

async function drawPictures(source: FrameSource, { start, end }: FrameRange): Promise<PictureBuffer[]> {
  const pictures: PictureBuffer[] = []
  for (let frame = start; frame < end; frame++) {
    const planes = source.draw(frame)
    const picture = copyPicture(source.size, planes)
    picture.load(planes, frame)
    pictures.push(picture)
    if (source.leavesMemory) await setImmediate()
  }
  return pictures
}

/** With the settings that a render of these pictures has. */
function openEncoder(source: Omit<FrameSource, 'draw'>) {
  const context = openVideoEncoder(CODEC, specifyPictures(source, QUALITY))
  const packet = new Packet()
  packet.alloc()
  return {
    encode(frames: Frame[]): void {
      for (const frame of frames) {
        context.sendFrameSync(frame)
        drop(context, packet)
      }
    },
    end(): void {
      context.sendFrameSync(null)
      drop(context, packet)
      packet.free()
      context.freeContext()
    },
  }
}

function drop(context: CodecContext, packet: Packet): void {
  while (context.receivePacketSync(packet) >= 0) packet.unref()
}

function segmentsOf({ frameCount, fps }: Pick<FrameSource, 'frameCount' | 'fps'>): FrameRange[] {
  return planSegments(frameCount, OUTPUT_FORMATS.MP4.segmentSecs * fps)
}

/** CPU time of this process, all its threads, while something runs. */
function createClock() {
  let totalMs = 0
  const add = <T>(work: () => T, sign: 1 | -1): T => {
    const before = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(before)
    totalMs += (sign * (user + system)) / 1000
    return result
  }
  return {
    time: <T>(work: () => T) => add(work, 1),
    async timeTurns(work: () => Promise<unknown>): Promise<void> {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      totalMs += (user + system) / 1000
    },
    /** What runs inside of timed work and must not count. */
    pause: <T>(work: () => T) => add(work, -1),
    totalMs: () => totalMs,
  }
}
