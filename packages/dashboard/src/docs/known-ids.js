import { read, write } from './storage.js'

const KEY = 'songreel-ids'

/** Keeps the ids of records that were made or read here, so that the next call can be about them. */
export function rememberIds(data) {
  const ids = load()
  for (const record of [data, data?.items?.[0], data?.renders?.[0]]) {
    for (const [name, value] of Object.entries(record ?? {})) {
      if (/^[a-z]\w*Id$/.test(name) && name !== 'contentId' && typeof value === 'string') ids[name] = value
    }
  }
  write(sessionStorage, KEY, JSON.stringify(ids))
}

/** The last id of this name. */
export function recallId(name) {
  return load()[name]
}

/** An example with ids that are known here in place of those of the recording. */
export function putKnownIds(value) {
  const ids = load()
  return JSON.parse(JSON.stringify(value, (name, inner) => (name !== 'contentId' && ids[name]) || inner))
}

function load() {
  try {
    return JSON.parse(read(sessionStorage, KEY) || '{}')
  } catch {
    return {}
  }
}
