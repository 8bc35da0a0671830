import { usageError } from './cli-error.ts'

const BACKGROUNDS = ['COVER', 'VIDEOS', 'ARTIST'] as const

/** What lies behind the look. */
export function parseBackground(text: string | undefined): (typeof BACKGROUNDS)[number] | undefined {
  if (text === undefined) return undefined
  const found = BACKGROUNDS.find((name) => name === text.toUpperCase())
  if (found) return found
  throw usageError(`--background must be ${BACKGROUNDS.join(', ')}, not ${text}.`)
}
