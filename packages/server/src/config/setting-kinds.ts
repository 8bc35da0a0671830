import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** One setting: what it is called, how its text is read, what it is when nobody sets it. */
export type Setting<Value> = {
  name: string
  meaning: string
  /** Reads its text; messages are the rest of a sentence that starts with the setting's name. */
  schema: z.ZodType<Value, string>
  default: Value
  /** How the default reads in the docs. */
  defaultText: string
  /** Also understood as NAME_FILE, and never shown. */
  isSecret?: true
}

type Common = { name: string; meaning: string; defaultText?: string }

/** Text within a form. */
export function textSetting(
  common: Common,
  fallback: string,
  schema: z.ZodType<string, string> = z.string(),
): Setting<string> {
  return { defaultText: fallback, ...common, default: fallback, schema }
}

/** Text that may be missing. */
export function optionalSetting(
  common: Common,
  schema: z.ZodType<string, string>,
): Setting<string | undefined> {
  return { defaultText: 'not set', ...common, default: undefined, schema }
}

/** A secret that may be missing. */
export function secretSetting(
  common: Common,
  schema: z.ZodType<string, string>,
): Setting<string | undefined> {
  return { ...optionalSetting(common, schema), isSecret: true }
}

/** A whole number between two bounds. */
export function numberSetting(
  common: Common,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): Setting<number> {
  const isFitting = (text: string) => text !== '' && z.int().min(min).max(max).safeParse(Number(text)).success
  const schema = z
    .string()
    .refine(isFitting, mustBe(`a whole number from ${min} to ${max}`))
    .transform(Number)
  return { defaultText: String(fallback), ...common, default: fallback, schema }
}

/** One word of several. */
export function choiceSetting<const Choice extends string>(
  common: Common,
  choices: readonly Choice[],
  fallback: Choice,
): Setting<Choice> {
  const schema = z.string().pipe(z.enum(choices, mustBe(`one of ${choices.join(', ')}`)))
  return { defaultText: fallback, ...common, default: fallback, schema }
}

/** A comma list. */
export function listSetting<Item extends string | number>(
  common: Common,
  fallback: Item[],
  item: z.ZodType<Item, string>,
): Setting<Item[]> {
  const schema = z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .pipe(z.array(item))
  return { defaultText: fallback.join(',') || 'none', ...common, default: fallback, schema }
}

/** A port of a list. */
export const PORT = z
  .string()
  .regex(/^\d+$/, hasNo('port from 1 to 65535'))
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, hasNo('port from 1 to 65535'))

const HOST_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

/** What the service listens on: an address or a name, without scheme and port. */
export const HOST = z
  .string()
  .transform((text) => text.replace(/^\[([\d:a-f.]+)\]$/i, '$1'))
  .refine(
    // Names end in a word: 1.2.3 or 256.1.1.1 is an address that was mistyped.
    (text) => isIP(text) !== 0 || (HOST_NAME.test(text) && !/(^|\.)\d+$/.test(text)),
    mustBe('an address such as 127.0.0.1 or 0.0.0.0, or a host name, without scheme and port'),
  )

/** The address of an S3 server. */
export const ENDPOINT = z.url({
  protocol: /^https?$/,
  ...mustBe('a URL such as https://s3.example.com'),
})

/** The address under which others reach the service: scheme, host, port, no path. */
export const PUBLIC_URL = z
  .url({ protocol: /^https?$/, abort: true, ...mustBe('a URL such as https://videos.example.com') })
  .refine(
    (text) => {
      const { pathname, search, hash, username } = new URL(text)
      return pathname === '/' && !search && !hash && !username
    },
    { error: ({ input }) => `must have no path, query or user name, not "${input}"` },
  )
  .transform((text) => new URL(text).origin)

/** A PostgreSQL address; it may hold a password, so it is not repeated. */
export const DATABASE_URL = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL such as postgres://user:password@host:5432/songreel',
})

/** A token from the operator: as given, 16 to 256 visible ASCII characters. */
export const TOKEN = z.string().regex(/^[\x21-\x7e]{16,256}$/, {
  error: ({ input }) =>
    `must be 16 to 256 visible ASCII characters without spaces; this has ${String(input).length}`,
})

/** The secret behind all hashes and signatures. */
export const SECRET = z.string().min(32, {
  error: ({ input }) => `must have at least 32 characters; this has ${String(input).length}`,
})

/** A host of a list: a name, an address or a CIDR. */
export const HOST_OR_CIDR = z
  .string()
  .refine(
    (entry) => isIP(entry) !== 0 || ipaddr.isValidCIDR(entry) || HOST_NAME.test(entry.replace(/^\*\./, '')),
    hasNo('host name, address or CIDR'),
  )

/** A place of templates; whether it is there is found out by using it. */
export const TEMPLATE_PLACE = z.string().min(1, hasNo('folder or package'))

/** A proxy of a list, known by the address it comes from, never by a name. */
export const ADDRESS_OR_CIDR = z
  .string()
  .refine(
    (entry) => isIP(entry) !== 0 || ipaddr.isValidCIDR(entry),
    hasNo('address or CIDR such as 10.0.0.0/8'),
  )

/** The name of a bucket: what S3 itself allows, old forms included. */
export const BUCKET = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/,
    mustBe('the name of a bucket (3 to 255 letters, digits, dots and hyphens)'),
  )

/** The name of a region. */
export const REGION = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/i, mustBe('the name of a region such as eu-central-1'))

function mustBe(form: string) {
  return { error: ({ input }: { input?: unknown }) => `must be ${form}, not "${input}"` }
}

function hasNo(form: string) {
  return { error: ({ input }: { input?: unknown }) => `has "${input}", which is no ${form}` }
}
