import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findNearest } from '@songreel/contract/find-nearest'
import { StartError } from '../start-error.ts'
import { readConfigFile } from './config-file.ts'
import { findSettingConflicts } from './setting-conflicts.ts'
import type { Setting } from './setting-kinds.ts'
import { SETTINGS } from './settings.ts'
import { listStrictReasons } from './strict-reasons.ts'
import { readTraceSettings, SECRET_TRACE_NAMES, type TraceSettings } from './trace-settings.ts'

/** The settings as the program holds them. */
export type Config = { -readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key]['default'] } & {
  /** Production defaults: no token in the banner, no loopback addresses for clients. */
  isStrict: boolean
  /** Why it is strict; empty when it is plainly one person's machine. */
  strictReasons: string[]
  /** Where traces are sent; undefined where nobody has asked for them. */
  traces: TraceSettings | undefined
}

const PREFIX = 'SONGREEL_'

/** Names that belong to clients and may well stand in the same environment. */
const CLIENT_NAMES = new Set([
  'SONGREEL_URL',
  'SONGREEL_TOKEN',
  'SONGREEL_WEBHOOK_SECRET',
  'SONGREEL_TEMP_DIR',
  'SONGREEL_CACHE_DIR',
])

/** Where a value came from. */
export type ConfigSource = 'flag' | 'env' | 'file' | 'config file' | 'default'

/** What reading the settings gives. */
export type ReadConfig = { config: Config; sources: Record<string, ConfigSource>; warnings: string[] }

/** Reads every setting: environment, then NAME_FILE for secrets, then songreel.config.json in the data folder, then the default. */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  flags: Record<string, string> = {},
): ReadConfig {
  const problems: string[] = []
  const sources: Record<string, ConfigSource> = {}
  const dataDir = flags.SONGREEL_DATA_DIR ?? env.SONGREEL_DATA_DIR ?? SETTINGS.dataDir.default
  const layers = { flags, env, file: readConfigFile(dataDir, problems) }
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, readSetting(setting, layers, sources, problems)]),
  ) as Config
  const warnings = findUnknown(Object.keys({ ...layers.file, ...env, ...flags }))
  problems.push(...findSettingConflicts(values))
  if (problems.length > 0) {
    const lines = ['These settings are wrong:', ...problems.map((problem) => `  ${problem}`)]
    if (warnings.length > 0) lines.push('And perhaps:', ...warnings.map((warning) => `  ${warning}`))
    const message = lines.join('\n')
    throw new StartError('SETTINGS_INVALID', { message })
  }
  const strictReasons = listStrictReasons({ ...values, nodeEnv: env.NODE_ENV })
  const config = {
    ...values,
    dataDir: path.resolve(values.dataDir),
    isStrict: strictReasons.length > 0,
    strictReasons,
    traces: readTraceSettings(env, warnings),
  }
  return { config, sources, warnings }
}

/** Whether npm (or a program like it) runs this one: it has the habit of ending without a word to what it started. */
export function isStartedByNpm(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_execpath !== undefined || env.npm_lifecycle_event !== undefined
}

/**
 * Takes what was read as a secret out of the environment, so that no process started from here inherits it. What the
 * system itself shows of this process's start stays; that is closed by the user id or the namespace of children. The keys
 * to S3 stay too: the library reads them whenever it needs them.
 */
export function forgetSecrets(env: NodeJS.ProcessEnv = process.env): void {
  for (const setting of Object.values(SETTINGS)) if ('isSecret' in setting) delete env[setting.name]
  for (const name of SECRET_TRACE_NAMES) delete env[name]
}

type Layers = { flags: Record<string, string>; env: NodeJS.ProcessEnv; file: Record<string, string> }

function readSetting(
  setting: Setting<unknown>,
  { flags, env, file }: Layers,
  sources: Record<string, ConfigSource>,
  problems: string[],
): unknown {
  const { name } = setting
  try {
    const fromSecretFile = setting.isSecret && !env[name] && env[`${name}_FILE`]
    const found = (
      [
        ['flag', flags[name]],
        ['env', env[name]],
        ['file', fromSecretFile ? readSecretFile(fromSecretFile) : undefined],
        ['config file', file[name]],
      ] as const
    ).find(([, text]) => text !== undefined && text !== '')
    sources[name] = found?.[0] ?? 'default'
    if (!found) return setting.default
    const { data, error } = setting.schema.safeParse(String(found[1]).trim())
    if (error) problems.push(`${name} ${error.issues[0]?.message}`)
    return error ? setting.default : data
  } catch (error) {
    problems.push(`${name} ${(error as Error).message}`)
    return setting.default
  }
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(
      `should come from ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`,
      {
        cause: error,
      },
    )
  }
}

function findUnknown(names: string[]): string[] {
  const known = new Set(
    Object.values(SETTINGS).flatMap((setting) =>
      'isSecret' in setting ? [setting.name, `${setting.name}_FILE`] : [setting.name],
    ),
  )
  // All begin alike, so only what follows tells one from another.
  const ours = [...known].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
  return names
    .filter((name) => name.startsWith(PREFIX) && !known.has(name) && !CLIENT_NAMES.has(name))
    .map((name) => {
      const word = name.slice(PREFIX.length)
      // A name that goes on after one of ours is that one written out: HOSTNAME.
      const nearest = findNearest(word, ours) ?? ours.find((each) => word.startsWith(each))
      return `${name} is not a setting.${nearest ? ` Did you mean ${PREFIX}${nearest}?` : ''}`
    })
}
