import { keep, read } from './kept.ts'

const KEY = 'songreel-ids'

type Records = Record<string, unknown>

/** Keeps the ids of records that were made or read here, so that the next call can be about them. */
export function rememberIds(data: unknown): void {
  const ids = load()
  const { items, renders } = (data ?? {}) as { items?: unknown[]; renders?: unknown[] }
  for (const record of [data, items?.[0], renders?.[0]])
    for (const [name, value] of Object.entries((record ?? {}) as Records))
      if (/^[a-z]\w*Id$/.test(name) && name !== 'contentId' && typeof value === 'string') ids[name] = value
  keep(sessionStorage, KEY, JSON.stringify(ids))
}

/** The last id of this name. */
export function recallId(name: string): string | undefined {
  return load()[name]
}

/** An example with ids that are known here in place of those of the recording. */
export function putKnownIds(value: unknown): unknown {
  const ids = load()
  return JSON.parse(JSON.stringify(value, (name, inner) => (name !== 'contentId' && ids[name]) || inner))
}

function load(): Record<string, string> {
  try {
    return JSON.parse(read(sessionStorage, KEY) || '{}')
  } catch {
    return {}
  }
}
