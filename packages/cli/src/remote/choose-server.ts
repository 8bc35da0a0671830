import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { getProfile, readProfiles } from './profiles.ts'

/** Where a server is when nobody says. */
export const LOCAL_URL = 'http://localhost:4400'

/** The server that a command talks to, and who named it. */
export type Server = {
  url: string
  token: string | undefined
  from: string
  /** The profile whose token it is. */
  profile?: string
}

/**
 * `--profile`, else the environment, else the current profile, else the server of this machine. A stored token is only
 * ever sent to the server that it was stored for.
 */
export async function chooseServer({ profile: name }: { profile?: string }): Promise<Server> {
  const stored = await readProfiles()
  if (name !== undefined) return { ...getProfile(stored, name), from: `profile ${name}`, profile: name }
  const { SONGREEL_URL, SONGREEL_TOKEN } = process.env
  const current = stored.current === undefined ? undefined : getProfile(stored, stored.current)
  const url = checkUrl(SONGREEL_URL || current?.url || findLocalUrl())
  const kept = current && checkUrl(current.url) === url ? current.token : undefined
  const token = SONGREEL_TOKEN || kept || (await findLocalToken(url))
  const from = SONGREEL_URL ? 'SONGREEL_URL' : current ? `profile ${stored.current}` : 'by default'
  return { url, token, from, ...(stored.current !== undefined && { profile: stored.current }) }
}

/** Where the server of this machine is, by its own setting. */
function findLocalUrl(): string {
  const port = Number(process.env.SONGREEL_PORT)
  return port > 0 && port < 65_536 ? `http://localhost:${port}` : LOCAL_URL
}

/** The token that a server of this machine left in its data folder. */
export async function findLocalToken(url: string): Promise<string | undefined> {
  if (!isThisMachine(url)) return undefined
  const file = join(process.env.SONGREEL_DATA_DIR || './songreel-data', 'token')
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trim() || undefined
}

/** Whether what is sent there stays on this machine. */
export function isThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** An address without what may follow it: the server prints its own with /v1. */
export function checkUrl(text: string): string {
  if (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text))
    return text.replace(/\/+$/, '').replace(/\/v1$/, '')
  throw usageError(
    `The address of a server starts with http:// or https://, such as ${LOCAL_URL}; this is ${cleanText(text)}.`,
  )
}

/** The beginning of a token, enough to tell it from others. */
export function maskToken(token: string): string {
  return `${token.slice(0, Math.min(12, Math.floor(token.length / 2)))}…`
}
