import { setImmediate } from 'node:timers/promises'
import { RenderError } from '@songreel/kit/core'
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants'
import { Codec, CodecContext, Packet, Rational } from 'node-av/lib'
import { mustSucceed } from '../../container/native.ts'
import type { Quality } from '../../plan/render-plan.ts'
import type { Ceiling, PictureConverter, PictureSpec, VideoCodec } from '../codecs/codec.ts'
import type { FrameRange, FrameSource, Planes } from '../frame-source.ts'
import { createPictureBuffer, type PictureBuffer } from '../picture-buffer.ts'
import { createPacketStore, type EncodedSegment } from './encoded-segment.ts'

/** Draws and encodes segments one after the other; each gets a fresh encoder, so its bytes depend on nothing before. */
export type SegmentEncoder = {
  encode(index: number, range: FrameRange, onFrame?: OnFrame): EncodedSegment
  /** The same, with a turn of the event loop after every frame of a source that leaves memory behind. */
  encodeInTurns(index: number, range: FrameRange, onFrame?: OnFrame): Promise<EncodedSegment>
  free(): void
}

type OnFrame = (planes: Planes, frameIndex: number) => void

/** An encoder of one source's frames. */
export function createSegmentEncoder(
  source: FrameSource,
  codec: VideoCodec,
  quality: Quality,
): SegmentEncoder {
  const packets = createPacketReader()
  const feeder = createFeeder(source, codec)
  const tools = { source, codec, spec: specifyPictures(source, quality), packets, feeder }
  return {
    encode(index, range, onFrame) {
      const frames = encodeFrames(tools, { index, range }, onFrame)
      let step = frames.next()
      while (!step.done) step = frames.next()
      return step.value
    },
    async encodeInTurns(index, range, onFrame) {
      const frames = encodeFrames(tools, { index, range }, onFrame)
      let step = frames.next()
      while (!step.done) {
        if (source.leavesMemory) await setImmediate()
        step = frames.next()
      }
      return step.value
    },
    free() {
      feeder.free()
      packets.free()
    },
  }
}

type Tools = {
  source: FrameSource
  codec: VideoCodec
  spec: PictureSpec
  packets: ReturnType<typeof createPacketReader>
  feeder: ReturnType<typeof createFeeder>
}

type Stretch = { index: number; range: FrameRange }

/** Frame by frame: whoever asks for the next one says when. What takes more than its ceiling begins anew, which nobody is told. */
function* encodeFrames(tools: Tools, stretch: Stretch, onFrame?: OnFrame): Generator<void, EncodedSegment> {
  const { codec, spec } = tools
  const ceiling = codec.ceiling?.(spec)
  let next = stretch.range.start
  const tellOnce: OnFrame = (planes, frameIndex) => {
    if (frameIndex < next) return
    next = frameIndex + 1
    onFrame?.(planes, frameIndex)
  }
  const segment = yield* tryFrames(tools, stretch, {
    options: codec.options(spec),
    ceiling,
    onFrame: tellOnce,
  })
  // Nothing but a ceiling ends an attempt early.
  return segment ?? (yield* tryFrames(tools, stretch, { options: ceiling!.options, onFrame: tellOnce }))!
}

type Attempt = { options: Record<string, string>; ceiling?: Ceiling | undefined; onFrame: OnFrame }

/** Nothing comes of it where it takes more than the ceiling. */
function* tryFrames(
  { source, codec, spec, packets, feeder }: Tools,
  { index, range }: Stretch,
  { options, ceiling, onFrame }: Attempt,
): Generator<void, EncodedSegment | undefined> {
  const context = openVideoEncoder(codec, spec, options)
  packets.forget()
  const join = index > 0 ? codec.joinPacket : undefined
  const isBeyond = (frames: number) =>
    ceiling !== undefined && packets.megabits() > ceiling.startMbit + (ceiling.mbps * frames) / spec.fps
  try {
    for (let frameIndex = range.start; frameIndex < range.end; frameIndex++) {
      const planes = source.draw(frameIndex)
      onFrame(planes, frameIndex)
      feeder.feed(context, planes, frameIndex)
      packets.readAll(context, (data) => (join && frameIndex === range.start ? join(data) : data))
      if (isBeyond(frameIndex + 1 - range.start)) return undefined
      yield
    }
    mustSucceed(context.sendFrameSync(null), 'end a segment')
    packets.readAll(context)
    // The last frames come out of the encoder only now.
    if (isBeyond(range.end - range.start)) return undefined
    return packets.take(index, context.extraData ?? new Uint8Array())
  } finally {
    context.freeContext()
  }
}

/** Hands drawn pictures to an encoder, in memory that all encoders share. */
function createFeeder(source: FrameSource, codec: VideoCodec) {
  let picture: PictureBuffer | undefined
  let converter: PictureConverter | undefined
  return {
    feed(context: CodecContext, planes: Planes, frameIndex: number): void {
      picture ??= createPictureBuffer(source.size, planes)
      picture.load(planes, frameIndex)
      converter ??= codec.createConverter?.(source)
      const frame = converter ? converter.convert(picture.frame) : picture.frame
      mustSucceed(context.sendFrameSync(frame), `encode frame ${frameIndex}`)
    },
    free(): void {
      picture?.free()
      converter?.free()
    },
  }
}

/** What an encoder is told about a source's pictures. */
export function specifyPictures(source: Omit<FrameSource, 'draw'>, quality: Quality): PictureSpec {
  const { size, fps, isNoisy = false, isFine, bitRateMbps } = source
  return { size, fps, isNoisy, quality, ...(isFine && { isFine }), ...(bitRateMbps && { bitRateMbps }) }
}

/** Opens the encoder with one thread: segments run side by side instead, which wastes nothing. */
export function openVideoEncoder(
  codec: VideoCodec,
  spec: PictureSpec,
  options = codec.options(spec),
): CodecContext {
  const encoder = Codec.findEncoderByName(codec.encoder)
  if (!encoder) throw new RenderError('INTERNAL', `This FFmpeg has no encoder ${codec.encoder}.`)
  const context = new CodecContext()
  context.allocContext3(encoder)
  context.width = spec.size.width
  context.height = spec.size.height
  context.pixelFormat = codec.pixelFormat
  context.timeBase = new Rational(1, spec.fps)
  context.framerate = new Rational(spec.fps, 1)
  context.sampleAspectRatio = new Rational(1, 1)
  context.colorSpace = AVCOL_SPC_BT709
  context.colorPrimaries = AVCOL_PRI_BT709
  context.colorTrc = AVCOL_TRC_BT709
  context.colorRange = AVCOL_RANGE_MPEG
  context.threadCount = 1
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  codec.configure?.(context, spec)
  // Never a dictionary given to open2Sync: node-av frees it twice at garbage collection.
  for (const [name, value] of Object.entries(options)) {
    mustSucceed(context.setOption(name, value), `set ${codec.encoder} ${name}=${value}`)
  }
  mustSucceed(context.open2Sync(encoder, null), `open ${codec.encoder}`)
  return context
}

function createPacketReader() {
  const packet = new Packet()
  packet.alloc()
  const store = createPacketStore()
  return {
    readAll(context: CodecContext, change?: (data: Uint8Array) => Uint8Array): void {
      while (context.receivePacketSync(packet) >= 0) {
        const data = packet.data!
        const times = { pts: Number(packet.pts), dts: Number(packet.dts), isKey: packet.isKeyframe }
        store.add(change ? change(data) : data, times)
        packet.unref()
      }
    },
    megabits: () => store.byteCount() * 8e-6,
    forget: store.forget,
    take: store.take,
    free: () => packet.free(),
  }
}
