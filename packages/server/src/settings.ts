import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** One setting: what it is called, how its text is read, what it is when nobody sets it. */
export type Setting<Value> = {
  name: string
  meaning: string
  /** Turns text into a value; throws with the rest of a sentence that starts with the setting's name. */
  read(text: string): Value
  default: Value
  /** How the default reads in the docs. */
  defaultText: string
  /** Also understood as NAME_FILE, and never shown. */
  isSecret?: true
}

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

type Common = { name: string; meaning: string; defaultText?: string }

/** Text within a form. */
export function textSetting(
  common: Common,
  fallback: string,
  read = (text: string) => text,
): Setting<string> {
  return { defaultText: fallback, ...common, default: fallback, read }
}

/** Text that may be missing. */
export function optionalSetting(common: Common, read = (text: string) => text): Setting<string | undefined> {
  return { defaultText: 'not set', ...common, default: undefined, read }
}

/** A secret that may be missing. */
export function secretSetting(common: Common, read = (text: string) => text): Setting<string | undefined> {
  return { ...optionalSetting(common, read), isSecret: true }
}

/** A whole number between two bounds. */
export function numberSetting(
  common: Common,
  bounds: { min: number; max: number; fallback: number },
): Setting<number> {
  const { min, max, fallback } = bounds
  return {
    defaultText: String(fallback),
    ...common,
    default: fallback,
    read(text) {
      const value = Number(text)
      if (text === '' || !Number.isInteger(value) || value < min || value > max) {
        throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`)
      }
      return value
    },
  }
}

/** One word of several. */
export function choiceSetting<const Choice extends string>(
  common: Common,
  choices: readonly Choice[],
  fallback: Choice,
): Setting<Choice> {
  return {
    defaultText: fallback,
    ...common,
    default: fallback,
    read(text) {
      const choice = choices.find((candidate) => candidate === text)
      if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}, not "${text}"`)
      return choice
    },
  }
}

/** A comma list of ports. */
export function portListSetting(common: Common, fallback: number[]): Setting<number[]> {
  return { defaultText: fallback.join(','), ...common, default: fallback, read: readPortList }
}

function readPortList(text: string): number[] {
  return text.split(',').map((entry) => {
    const port = Number(entry)
    if (!/^ *\d+ *$/.test(entry) || port < 1 || port > 65_535) {
      throw new Error(`has "${entry.trim()}", which is no port from 1 to 65535`)
    }
    return port
  })
}

/** What the service listens on: an address or a name, without scheme and port. */
export function readHost(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare)) return bare
  // Names end in a word: 1.2.3 or 256.1.1.1 is an address that was mistyped.
  if (HOST_NAME.test(text) && !/(^|\.)\d+$/.test(text)) return text
  throw new Error(
    `must be an address such as 127.0.0.1 or 0.0.0.0, or a host name, without scheme and port, not "${text}"`,
  )
}

/** The address under which others reach the service: scheme, host, port, no path. */
export function readPublicUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error(`must be a URL such as https://videos.example.com, not "${text}"`)
  }
  const url = new URL(text)
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error(`must have no path, query or user name, not "${text}"`)
  }
  return url.origin
}

/** A token from the operator: as given, 16 to 256 visible ASCII characters. */
export function readToken(text: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(text)) {
    throw new Error(`must be 16 to 256 visible ASCII characters without spaces; this has ${text.length}`)
  }
  return text
}

/** The secret behind all hashes and signatures. */
export function readSecret(text: string): string {
  if (text.length < 32) throw new Error(`must have at least 32 characters; this has ${text.length}`)
  return text
}

/** A PostgreSQL address. */
export function readDatabaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw new Error('must be a URL such as postgres://user:password@host:5432/songreel')
  }
  return text
}

/** A comma list of hosts and CIDRs. */
export function readHostList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  for (const entry of entries)
    if (!isHostOrCidr(entry)) throw new Error(`has "${entry}", which is no host name, address or CIDR`)
  return entries
}

function isHostOrCidr(entry: string): boolean {
  if (isIP(entry) || ipaddr.isValidCIDR(entry)) return true
  return HOST_NAME.test(entry.replace(/^\*\./, ''))
}

/** A comma list of addresses and CIDRs: a proxy is known by the address it comes from, never by a name. */
export function readAddressList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  for (const entry of entries) {
    const isAddress = isIP(entry) !== 0 || ipaddr.isValidCIDR(entry)
    if (!isAddress) throw new Error(`has "${entry}", which is no address or CIDR such as 10.0.0.0/8`)
  }
  return entries
}

/** The name of a bucket: what S3 itself allows, old forms included. */
export function readBucket(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/.test(text))
    throw new Error(
      `must be the name of a bucket (3 to 255 letters, digits, dots and hyphens), not "${text}"`,
    )
  return text
}

/** The address of an S3 server. */
export function readEndpoint(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`must be a URL such as https://s3.example.com, not "${text}"`)
  return text
}

/** The name of a region. */
export function readRegion(text: string): string {
  if (!/^[a-z0-9-]{1,64}$/i.test(text))
    throw new Error(`must be the name of a region such as eu-central-1, not "${text}"`)
  return text
}
