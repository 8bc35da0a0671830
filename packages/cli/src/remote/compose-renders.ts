import { NotFoundError, type RenderRequest, type Songreel } from '@songreel/sdk'
import { usageError } from '../cli-error.ts'
import { parseClock } from '../clock.ts'
import { parseBackground } from '../parse-background.ts'
import { cleanText } from '../print.ts'
import { readJsonFile } from '../songs/read-json-file.ts'
import { suggest } from '../suggest.ts'
import { DATA_EXAMPLE } from '../videos/template-data.ts'

/** What can be said about the videos. */
export type RenderFlags = {
  template?: string
  background?: string
  aspect?: string
  text?: string
  set?: string[]
  data?: string
  quality?: string
  format?: string
  count?: string
  start?: string
  end?: string
}

const DEFAULT_TEMPLATE = 'BASE_BASIC_UNIFIED'

/** The videos of a request, one per shape; the template's own schema says which fields are texts. */
export async function composeRenders(
  client: Songreel,
  flags: RenderFlags,
  { signal }: { signal: AbortSignal },
): Promise<RenderRequest[]> {
  const contentId = (flags.template ?? DEFAULT_TEMPLATE).toUpperCase().replaceAll('-', '_')
  const { requiredDataSchema } = await getContent(client, contentId, { signal })
  const requiredData = {
    ...(flags.data !== undefined && (await readJsonFile(flags.data, DATA_EXAMPLE))),
    ...Object.fromEntries((flags.set ?? []).map((pair) => readPair(requiredDataSchema, pair))),
    ...(flags.text !== undefined && { customText: flags.text }),
  }
  const shapes = flags.aspect?.split(',').map((shape) => shape.trim()) ?? [undefined]
  const settings = composeSettings(flags)
  const background = parseBackground(flags.background)
  return shapes.map((aspectRatio) => ({
    contentId,
    ...(background && { background }),
    ...(Object.keys(requiredData).length > 0 && { requiredData }),
    videoSettings: { ...settings, ...(aspectRatio && { aspectRatio }) },
  }))
}

/** What the server has no choice about is checked there. */
function composeSettings({ quality, format, count, start, end }: RenderFlags): object {
  const range = readRange(start, end)
  return {
    ...(quality !== undefined && { outputQuality: quality.toUpperCase() }),
    ...(format !== undefined && { format: format.toUpperCase() }),
    ...(count !== undefined && { numVideos: readNumber(count) }),
    ...(range && { audioStartEndSecs: range }),
  }
}

function readRange(start: string | undefined, end: string | undefined): object | undefined {
  if (start === undefined && end === undefined) return undefined
  if (end === undefined)
    throw usageError('--start needs --end, too: the server is not asked how long the song is.')
  return { start: readMoment('--start', start ?? '0'), end: readMoment('--end', end) }
}

function readMoment(flag: string, text: string): number {
  const secs = parseClock(text)
  if (secs !== undefined) return secs
  throw usageError(`${flag} ${cleanText(text)} is no time in a song; write it as 1:02 or 62.5.`)
}

/** What is no number goes as it is, for the server to say so. */
function readNumber(text: string): unknown {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? text : value
}

async function getContent(client: Songreel, contentId: string, options: { signal: AbortSignal }) {
  try {
    return await client.contents.get(contentId, options)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const { items } = await client.contents.list(options)
    const hint = suggest(
      contentId,
      items.map((each) => each.contentId),
    )
    throw usageError(
      `No template ${cleanText(contentId)} on ${client.baseUrl}.${hint}   List: songreel contents list`,
      error,
    )
  }
}

/** `key=value`: a text where the field takes one, else JSON where it is any. */
function readPair(schema: Record<string, unknown>, pair: string): [string, unknown] {
  const at = pair.indexOf('=')
  if (at < 1) throw usageError(`--set ${cleanText(pair)} is not key=value.`)
  const [key, value] = [pair.slice(0, at).trim(), pair.slice(at + 1)]
  const fields = (schema.properties ?? {}) as Record<string, { type?: string }>
  if (fields[key]?.type === 'string') return [key, value]
  try {
    return [key, JSON.parse(value)]
  } catch {
    return [key, value]
  }
}
