import type { ReadConfig } from '../config/config.ts'
import type { Setting } from '../config/setting-kinds.ts'
import { SETTINGS } from '../config/settings.ts'

/** What was set outside of the data folder: a restore cannot bring it back, but can tell. Secrets are named without a value. */
export function describeSettings({ config, sources }: ReadConfig): Record<string, string | null> {
  const entries = Object.entries(SETTINGS) as [keyof typeof SETTINGS, Setting<unknown>][]
  return Object.fromEntries(
    entries
      .filter(([, { name }]) => name !== SETTINGS.dataDir.name)
      .filter(([, { name }]) => !['default', 'config file'].includes(sources[name] ?? 'default'))
      .map(([key, { name, isSecret }]) => [name, isSecret ? null : String(config[key])]),
  )
}
