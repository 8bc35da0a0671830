import { z } from 'zod'

/** The kinds of identifier and their prefixes. */
export const ID_PREFIXES = {
  organization: 'org_',
  artist: 'art_',
  mediaBundle: 'mbn_',
  media: 'med_',
  asset: 'ast_',
  plugin: 'plg_',
  batch: 'bat_',
  render: 'rnd_',
  output: 'out_',
  event: 'evt_',
  delivery: 'dlv_',
  apiKey: 'key_',
} as const

/** What an identifier can stand for. */
export type IdKind = keyof typeof ID_PREFIXES

const EXAMPLE_SUFFIX = '01K9ZB3Q4V8M7N6P5R2S1T0WXY'

/** An identifier in an answer. */
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
