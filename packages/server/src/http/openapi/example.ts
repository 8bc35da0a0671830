import type { JsonSchema } from './json-schema.ts'

/** Names as a reader of the reference meets them, by the schema they stand in. */
const NAMES: [RegExp, string][] = [
  [/artist/i, 'Nova Lane'],
  [/bundle/i, 'Night EP'],
  [/media/i, 'Midnight Drive'],
  [/organization/i, 'Nova Lane Records'],
  [/key/i, 'Release robot'],
]

const BY_FIELD: Record<string, unknown> = {
  imageUrl: 'https://cdn.example.com/nova-lane.jpg',
  artworkUrl: 'https://cdn.example.com/cover.jpg',
  audioUrl: 'https://cdn.example.com/midnight-drive.wav',
  videoUrls: ['https://cdn.example.com/visualizer.mp4'],
  videositeUrl: 'https://videosite.example.com/watch?v=dQw4w9',
  streamerUrl: 'https://streamer.example.com/track/4uLU6h',
  storeMusicUrl: 'https://store.example.com/album/1440857781',
  lyricsUrl: 'https://cdn.example.com/midnight-drive.lrc',
  lyricsText: undefined,
  webhookUrl: 'https://example.com/hooks/songreel',
  authToken: 'srl_live_9fJ2…',
  token: 'srl_live_9fJ2…',
  ref: 'release-2041',
  nextCursor: null,
  sourceUrl: 'https://cdn.example.com/cover.jpg',
  contentType: 'image/jpeg',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  customText: 'Out now',
  audioStartEndSecs: { start: 30, end: 45 },
  url: 'https://example.com/hooks/songreel',
  message: 'Done',
  isTest: false,
  expiresAt: '2030-01-01T00:00:00.000Z',
  error: undefined,
  warnings: undefined,
  cursor: undefined,
}

/** Bodies whose fields exclude each other are written whole. */
const BY_SCHEMA: Record<string, unknown> = {
  BatchInput: {
    ref: 'release-2041',
    artist: { name: 'Nova Lane', artworkUrl: 'https://cdn.example.com/nova-lane.jpg' },
    mediaBundle: { name: 'Night EP', artworkUrl: 'https://cdn.example.com/cover.jpg' },
    media: { name: 'Midnight Drive', audioUrl: 'https://cdn.example.com/midnight-drive.wav' },
    renders: [
      {
        contentId: 'BASE_BASIC_UNIFIED',
        requiredData: { customText: 'Out now' },
        videoSettings: { aspectRatio: '9x16', outputQuality: 'FULL' },
      },
    ],
  },
}

const MAX_DEPTH = 8

/** Makes a value that fits a schema and looks like the real thing. */
export function exampleOf(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  place: { owner: string; field: string; depth: number } = { owner: '', field: '', depth: 0 },
): unknown {
  const { owner, field, depth } = place
  if (depth > MAX_DEPTH) return undefined
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    if (name in BY_SCHEMA) return BY_SCHEMA[name]
    return exampleOf(schemas[name] ?? {}, schemas, { ...place, owner: name, depth: depth + 1 })
  }
  if (field === 'name') return NAMES.find(([pattern]) => pattern.test(owner))?.[1] ?? 'Nova Lane'
  if (field in BY_FIELD) return BY_FIELD[field]
  const given = schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
  if (given !== undefined) return given
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (variant) return exampleOf(variant, schemas, { ...place, depth: depth + 1 })
  return exampleOfType(schema, schemas, place)
}

function exampleOfType(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  { owner, field, depth }: { owner: string; field: string; depth: number },
): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const entries = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const inner = property.properties ? name : owner
      return [name, exampleOf(property, schemas, { owner: inner, field: name, depth: depth + 1 })] as const
    })
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (type === 'array') {
    const item = schema.items && exampleOf(schema.items, schemas, { owner, field: '', depth: depth + 1 })
    return item === undefined ? [] : [item]
  }
  if (type === 'integer' || type === 'number') return (schema.minimum as number | undefined) ?? 1
  if (type === 'boolean') return true
  if (schema.format === 'date-time') return '2026-11-14T09:30:00.123Z'
  return type === 'string' ? field || 'text' : {}
}
