import { createKernels, createTruePeakMeter } from '@songreel/audio/engine'
import type { CodecContext } from 'node-av/lib'
import { type AudioPacket, OUTPUT_CHANNEL_COUNT } from './audio-encoder.ts'
import { createPacketPlayer } from './packet-player.ts'

/** A packet that plays louder than the limit, in samples of the excerpt. */
export type Overshoot = { startSample: number; endSample: number; excessDb: number }

/** Plays encoded sound, and finds where its true peak is above a limit. */
export type OvershootFinder = { find(packets: AudioPacket[]): Overshoot[]; free(): void }

/** For the packets of this opened encoder, in their order. */
export function createOvershootFinder(encoder: CodecContext, limitDbtp: number): OvershootFinder {
  const limit = 10 ** (limitDbtp / 20)
  const player = createPacketPlayer(encoder)
  const kernels = createKernels()
  const meters = Array.from({ length: OUTPUT_CHANNEL_COUNT }, () =>
    createTruePeakMeter(kernels, { floor: limit }),
  )

  /** How loud a packet plays; the limit itself where it is not above it. */
  const measure = (packet: AudioPacket): number => {
    for (const meter of meters) meter.restart()
    player.play(packet, (channels) => {
      for (const [channel, samples] of channels.entries()) meters[channel]?.push(samples, samples.length)
    })
    return Math.max(...meters.map((meter) => meter.peak()))
  }
  return {
    find: (packets) =>
      packets.flatMap((each) => {
        const excessDb = 20 * Math.log10(measure(each) / limit)
        return excessDb > 0 ? [{ startSample: each.pts, endSample: each.pts + each.samples, excessDb }] : []
      }),
    free: player.free,
  }
}

/** All that is above the limit in sound that is there as a whole. */
export function findOvershoots(
  encoder: CodecContext,
  packets: AudioPacket[],
  limitDbtp: number,
): Overshoot[] {
  const finder = createOvershootFinder(encoder, limitDbtp)
  try {
    return finder.find(packets)
  } finally {
    finder.free()
  }
}
