import type { VideoContainer } from '@songreel/kit/input'
import type { AVSampleFormat } from 'node-av/constants'
import { avGetSampleFmtName, Filter, type FilterContext, FilterGraph, Frame, Packet } from 'node-av/lib'
import { mustSucceed } from '../src/container/native.ts'
import { openVideo } from '../src/container/open-video.ts'
import { readSamples } from '../src/container/sample-reader.ts'

/** What FFmpeg's meter says about a file's sound, and the sound itself. */
export type MeteredSound = { integratedLufs: number; truePeakDbtp: number; channels: Float32Array[] }

/** Measures a video's sound by FFmpeg's ebur128, which shares no line with the meter that the engine uses. */
export function measureByEbur128(file: string, container: VideoContainer): MeteredSound {
  const opened = openVideo(file, container)
  const stream = opened.audio!
  const decoder = opened.openDecoder(stream)
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  let meter: ReturnType<typeof createMeter> | undefined
  const blocks: Float32Array[][] = []
  const listen = () => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      meter ??= createMeter(frame)
      blocks.push(readSamples(frame))
      meter.push(frame)
    }
  }
  while (opened.demuxer.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === stream.index) decoder.sendPacketSync(packet)
    packet.unref()
    listen()
  }
  decoder.sendPacketSync(null)
  listen()
  const measured = meter!.finish()
  packet.free()
  frame.free()
  decoder.freeContext()
  opened.close()
  return { ...measured, channels: [0, 1].map((channel) => join(blocks.map((block) => block[channel]!))) }
}

function createMeter(first: Frame) {
  const graph = new FilterGraph()
  graph.alloc()
  const add = (filter: string, options?: string) =>
    graph.createFilter(Filter.getByName(filter)!, filter, options) as FilterContext
  const form = `sample_rate=${first.sampleRate}:sample_fmt=${avGetSampleFmtName(first.format as AVSampleFormat)}`
  const source = add('abuffer', `${form}:channel_layout=stereo:time_base=1/${first.sampleRate}`)
  const meter = add('ebur128', 'peak=true:metadata=1')
  const sink = add('abuffersink')
  mustSucceed(source.link(0, meter, 0), 'link a meter')
  mustSucceed(meter.link(0, sink, 0), 'link a meter')
  mustSucceed(graph.configSync(), 'set up a meter')
  const metered = new Frame()
  metered.alloc()
  let integratedLufs = Number.NaN
  let peak = 0
  const read = () => {
    while (sink.buffersinkGetFrameSync(metered) >= 0) {
      const facts = metered.getMetadata()!.getAll()
      integratedLufs = Number(facts['lavfi.r128.I'] ?? integratedLufs)
      for (const channel of [0, 1])
        peak = Math.max(peak, Number(facts[`lavfi.r128.true_peaks_ch${channel}`] ?? 0))
      metered.unref()
    }
  }
  return {
    push(frame: Frame): void {
      mustSucceed(source.buffersrcAddFrameSync(frame), 'measure')
      read()
    },
    finish() {
      mustSucceed(source.buffersrcAddFrameSync(null), 'measure')
      read()
      metered.free()
      graph.free()
      return { integratedLufs, truePeakDbtp: 20 * Math.log10(peak) }
    },
  }
}

function join(blocks: Float32Array[]): Float32Array {
  const all = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0))
  let at = 0
  for (const block of blocks) {
    all.set(block, at)
    at += block.length
  }
  return all
}
