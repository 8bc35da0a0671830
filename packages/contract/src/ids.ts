import { z } from 'zod'

/** Records and how their ids begin; each has a code of its own for one that is not there, such as `ARTIST_NOT_FOUND`. */
const RECORD_PREFIXES = {
  artist: 'art_',
  mediaBundle: 'mbn_',
  media: 'med_',
  brand: 'brd_',
  plugin: 'plg_',
  asset: 'ast_',
  batch: 'bat_',
  render: 'rnd_',
  share: 'shr_',
} as const

/** The kinds of identifier and their prefixes. */
export const ID_PREFIXES = {
  ...RECORD_PREFIXES,
  organization: 'org_',
  output: 'out_',
  event: 'evt_',
  delivery: 'dlv_',
  apiKey: 'key_',
  destinationCredentials: 'dcr_',
} as const

/** What a client can name by an id and ask for. */
export type RecordKind = keyof typeof RECORD_PREFIXES
/** All of them. */
export const RECORD_KINDS = Object.keys(RECORD_PREFIXES) as RecordKind[]

/** What an identifier can stand for. */
export type IdKind = keyof typeof ID_PREFIXES

const EXAMPLE_SUFFIX = '01K9ZB3Q4V8M7N6P5R2S1T0WXY'

/** An identifier in a response. */
export function idOf(kind: IdKind) {
  return z.string().meta({ example: `${ID_PREFIXES[kind]}${EXAMPLE_SUFFIX}` })
}

/** An identifier in a request: opaque, so a wrong one is simply not found. */
export function idInput(kind: IdKind) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(64, 'is longer than any id of ours')
    .meta({ example: `${ID_PREFIXES[kind]}${EXAMPLE_SUFFIX}` })
}
