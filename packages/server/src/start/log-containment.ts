import { examineContainment } from '@songreel/render'
import type { Logger } from 'pino'

/** Says once what stands between a render or probe process and everything else, and what could but does not. */
export async function logContainment(log: Logger): Promise<void> {
  const { layers } = await examineContainment()
  const there = layers.filter(({ isOn }) => isOn).map(({ name }) => name)
  const off = Object.fromEntries(layers.filter(({ isOn }) => !isOn).map(({ name, text }) => [name, text]))
  log.info({ layers: there, off }, 'renders and probes are contained')
  for (const { name, isOn, text, fix } of layers) {
    if (!isOn && fix) log.warn({ layer: name, fix }, `a layer of containment is missing: ${text}`)
  }
}
