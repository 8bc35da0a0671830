import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPowerSpectrum } from '../spectrum/power-spectrum.ts'
import { createKernels } from './kernels.ts'

test('the power spectrum agrees with the definition of the Fourier transform', () => {
  for (const size of [32, 64, 512]) {
    const samples = Float32Array.from(
      { length: size },
      (_, i) => Math.sin(i * 0.7) + 0.3 * Math.cos(i * i * 0.01),
    )
    const kernels = createKernels()
    const frame = kernels.floats(size)
    frame.values.set(samples)
    const spectrum = createPowerSpectrum(kernels, size)
    kernels.run.powerSpectrum(frame.pointer, spectrum.record)
    for (let bin = 0; bin <= size / 2; bin++) {
      let [re, im] = [0, 0]
      samples.forEach((sample, i) => {
        const windowed = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
        re += windowed * Math.cos((2 * Math.PI * bin * i) / size)
        im -= windowed * Math.sin((2 * Math.PI * bin * i) / size)
      })
      const expected = (re * re + im * im) * (4 / size) ** 2
      assert.ok(Math.abs(spectrum.power.values[bin]! - expected) < 1e-5, `bin ${bin} of ${size}`)
    }
  }
})

test('memory is handed out once and ends with a clear error', () => {
  const kernels = createKernels()
  const [first, second] = [kernels.floats(3), kernels.floats(3)]
  first.values.fill(1)
  assert.ok(second.pointer >= first.pointer + 12)
  assert.ok(second.values.every((value) => value === 0))
  assert.throws(() => kernels.floats(10_000_000), /no memory left/)
})
