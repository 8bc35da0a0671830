import { type CodecContext, type Frame, Packet } from 'node-av/lib'
import type { VideoCodec } from '../../packages/render/src/encode/formats/format.ts'
import { mp4 } from '../../packages/render/src/encode/formats/mp4.ts'
import { type FrameSource, planSegments } from '../../packages/render/src/encode/frame-source.ts'
import { copyPicture, type PictureBuffer } from '../../packages/render/src/encode/picture-buffer.ts'
import { createSegmentEncoder, openVideoEncoder } from '../../packages/render/src/encode/segment-encoder.ts'

const CODEC: VideoCodec = mp4.video
const QUALITY = 'FULL'

/** CPU milliseconds per frame of the encoder alone: a segment's frames lie in memory, as the encoder takes them. */
export function measureEncodeOnly(source: FrameSource): number {
  let cpuMs = 0
  for (const { start, end } of segmentsOf(source)) {
    const pictures: PictureBuffer[] = []
    for (let frame = start; frame < end; frame++) {
      const planes = source.draw(frame)
      const picture = copyPicture(source.size, planes)
      picture.load(planes, frame)
      pictures.push(picture)
    }
    cpuMs += measureCpuMs(() =>
      encode(
        pictures.map(({ frame }) => frame),
        source,
      ),
    )
    for (const picture of pictures) picture.free()
  }
  return cpuMs / source.frameCount
}

/** CPU milliseconds per frame of drawing, handing over and encoding: the loop of a render's thread. */
export function measureDrawEncode(source: FrameSource): number {
  const encoder = createSegmentEncoder(source, CODEC, QUALITY)
  const cpuMs = measureCpuMs(() => {
    for (const [index, range] of segmentsOf(source).entries()) encoder.encode(index, range)
  })
  encoder.free()
  return cpuMs / source.frameCount
}

/** The same loop for frames that come as an encoder's frames already. */
export function measureFrames(
  source: Omit<FrameSource, 'draw'> & { draw(frameIndex: number): Frame },
): number {
  const cpuMs = measureCpuMs(() => {
    for (const { start, end } of segmentsOf(source)) encode(drawRange(source.draw, start, end), source)
  })
  return cpuMs / source.frameCount
}

function* drawRange(draw: (frameIndex: number) => Frame, start: number, end: number): Generator<Frame> {
  for (let frame = start; frame < end; frame++) yield draw(frame)
}

function encode(frames: Iterable<Frame>, { size, fps }: Pick<FrameSource, 'size' | 'fps'>): void {
  const context = openVideoEncoder(CODEC, { size, fps, quality: QUALITY })
  const packet = new Packet()
  packet.alloc()
  for (const frame of frames) {
    context.sendFrameSync(frame)
    drop(context, packet)
  }
  context.sendFrameSync(null)
  drop(context, packet)
  packet.free()
  context.freeContext()
}

function drop(context: CodecContext, packet: Packet): void {
  while (context.receivePacketSync(packet) >= 0) packet.unref()
}

function segmentsOf({ frameCount, fps }: Pick<FrameSource, 'frameCount' | 'fps'>) {
  return planSegments(frameCount, mp4.segmentSecs * fps)
}

function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
