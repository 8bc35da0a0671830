import type { Loudness } from '../audio-analysis.ts'
import { createKernels } from '../kernels/kernels.ts'
import { createGrowingRows } from '../spectrum/growing-rows.ts'
import { createKWeighting } from './k-weighting.ts'
import { createTruePeakMeter } from './true-peak.ts'

/** Gating blocks are 400 ms long and start every 100 ms. */
const STEPS_PER_SEC = 10
const STEPS_PER_BLOCK = 4

const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10

/** What stands for "no peak at all". */
const SILENCE_DBTP = -120

/** The whole song's loudness, and how it moves: one value per tenth of a second, the 400 ms around it. */
export type MeasuredLoudness = Loudness & { momentaryLufs: Float32Array }

/** Takes one or two channels piece by piece. */
export type LoudnessMeter = {
  push(channels: Float32Array[], count: number): void
  finish(): MeasuredLoudness
}

/** ITU-R BS.1770-4 for one or two channels: integrated loudness with both gates, and true peak. */
export function createLoudnessMeter(sampleRate: number, channelCount: number): LoudnessMeter {
  const kernels = createKernels()
  const weighting = createKWeighting(kernels, sampleRate)
  const peaks = Array.from({ length: channelCount }, () => createTruePeakMeter(kernels))
  const stepSamples = Math.round(sampleRate / STEPS_PER_SEC)
  const steps = createGrowingRows((length) => new Float32Array(length), 1)
  let energy = 0
  let inStep = 0
  return {
    push(channels, count) {
      const [left, right = left] = channels as [Float32Array, Float32Array?]
      for (const [channel, samples] of channels.entries()) peaks[channel]?.push(samples, count)
      for (let from = 0; from < count; ) {
        const to = Math.min(count, from + stepSamples - inStep)
        const [leftEnergy, rightEnergy] = weighting.measure(left, right, from, to)
        energy += channelCount === 1 ? leftEnergy : leftEnergy + rightEnergy
        inStep += to - from
        from = to
        if (inStep < stepSamples) continue
        steps.next()[0] = energy / stepSamples
        energy = 0
        inStep = 0
      }
    },
    finish() {
      const energies = steps.finish()
      const peak = Math.max(...peaks.map((meter) => meter.peak()))
      return {
        integratedLufs: integrate(energies),
        truePeakDbtp: peak > 0 ? Math.max(SILENCE_DBTP, 20 * Math.log10(peak)) : SILENCE_DBTP,
        momentaryLufs: measureMoments(energies),
      }
    },
  }
}

function integrate(energies: Float32Array): number {
  const blocks: number[] = []
  for (let i = 0; i + STEPS_PER_BLOCK <= energies.length; i++)
    blocks.push(averageRange(energies, i, i + STEPS_PER_BLOCK))
  const audible = blocks.filter((energy) => toLufs(energy) > ABSOLUTE_GATE_LUFS)
  if (audible.length === 0) return ABSOLUTE_GATE_LUFS
  const gate = toLufs(mean(audible)) + RELATIVE_GATE_LU
  return Math.max(ABSOLUTE_GATE_LUFS, toLufs(mean(audible.filter((energy) => toLufs(energy) > gate))))
}

function measureMoments(energies: Float32Array): Float32Array {
  const half = STEPS_PER_BLOCK / 2
  return Float32Array.from(energies, (_, i) => {
    const from = Math.max(0, i - half)
    return Math.max(
      ABSOLUTE_GATE_LUFS,
      toLufs(averageRange(energies, from, Math.min(energies.length, i + half))),
    )
  })
}

function averageRange(values: Float32Array, from: number, to: number): number {
  return values.subarray(from, to).reduce((sum, value) => sum + value, 0) / Math.max(1, to - from)
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function toLufs(energy: number): number {
  return -0.691 + 10 * Math.log10(energy + 1e-12)
}
