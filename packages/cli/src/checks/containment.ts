import type { LayerName } from '@songreel/render'
import type { Check } from './check.ts'

/** The layers in the words of the report: what each of them closes to a render's process. */
const NAMES: Record<LayerName, string> = {
  user: 'Own user',
  files: 'Files',
  environment: 'Environment',
  processes: 'Processes',
  network: 'Network',
  privileges: 'Privileges',
  'system calls': 'System calls',
  'user namespaces': 'Namespaces',
  limits: 'Limits',
  'node permissions': 'Permissions',
}

/** What stands between a file that takes over a decoder and everything else: a check a layer. */
export const containmentChecks: readonly Check[] = Object.entries(NAMES).map(([layer, name]) => ({
  name,
  fix: 'see "Containment" in docs/operations.md',
  async run() {
    const { examineContainment } = await import('@songreel/render')
    const { layers } = await examineContainment()
    const { isOn, text: facts, fix } = layers.find((each) => each.name === layer)!
    const text = `${isOn ? 'on' : 'off'}: ${facts}`
    // Without a remedy nothing is missing: another layer does the same.
    if (isOn || !fix) return { status: 'GOOD', text, isOn }
    return { status: 'WARNING', text, isOn, fix }
  },
}))
