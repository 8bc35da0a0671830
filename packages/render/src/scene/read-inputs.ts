import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTags } from '@songreel/audio'
import { addBackground, RenderError } from '@songreel/kit/core'
import type { ClipFile, CoverData, PhotoData, TemplateData, TemplateFacts } from '@songreel/kit/input'
import { type Memory, NO_MEMORY } from '../pictures/memory.ts'
import { type CoverOptions, readCover, readPhoto } from '../pictures/read-cover.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { readClipFile } from '../probe/read-clip-file.ts'
import { type ReadBrand, readBrand } from './scene-brand.ts'

/** A cover is read no larger than the picture needs, and never smaller than this. */
const MIN_COVER_PX = 720
const MAX_COVER_PX = 2160
/** Stores compare the first frame with the cover. */
const MAX_MASTER_COVER_PX = 3840

/** What was read from outside and checked: everything but the song's sound. */
export type RenderInputs = {
  template: TemplateFacts
  data: TemplateData
  cover: CoverData
  clips: ClipFile[]
  /** The artist's photograph, where it lies behind the look or in it. */
  photo?: PhotoData
  brand?: ReadBrand
}

/** Reads the pictures, the cover while the template is still being loaded. */
export async function readInputs(
  plan: RenderPlan,
  loading: Promise<TemplateFacts>,
  { signal, memory = NO_MEMORY }: { signal?: AbortSignal; memory?: Memory } = {},
): Promise<RenderInputs> {
  const { data } = plan
  const reading = readSongCover(plan, loading, { signal, memory })
  // If several things fail, report the template first, then the clips.
  reading.catch(() => undefined)
  const template = await loading.then((facts) => wearBackground(facts, plan))
  const clips = await readClips(template, plan.files.clips, memory)
  const photo = await readArtist(plan, template.needs, { signal, memory })
  const brand = await readBrand(plan, { isLoop: template.defaults.excerpt.kind === 'LOOP' }, memory)
  const cover = await reading
  // A look with a theme of its own follows the brand's, unless the video asks for another.
  const { hasBrandGround, theme } = cover.palette
  const told = hasBrandGround && !data.theme ? { ...data, theme } : data
  return { template, data: told, cover, clips, ...(photo && { photo }), ...(brand && { brand }) }
}

/** What a template asks of the media with this background; one that it does not take is refused. */
function wearBackground(facts: TemplateFacts, { background = 'COVER' }: RenderPlan): TemplateFacts {
  const { contentId, backgrounds } = facts
  if (backgrounds.includes(background)) return { ...facts, needs: addBackground(facts.needs, background) }
  const message = `${contentId} has ${backgrounds.join(' or ')} behind it, not ${background}.`
  throw new RenderError('ASSET_UNSUPPORTED', message, { contentId, background })
}

type Reading = { signal: AbortSignal | undefined; memory: Memory }

async function readArtist(
  { files, size, template: { contentId } }: RenderPlan,
  { photo: wish }: TemplateFacts['needs'],
  { signal, memory }: Reading,
): Promise<PhotoData | undefined> {
  if (!wish) return undefined
  if (!files.photo) {
    if (wish === 'OPTIONAL') return undefined
    const message = `${contentId} shows a photograph of the artist, and there is none.`
    throw new RenderError('ASSET_UNSUPPORTED', message, { contentId })
  }
  const maxSidePx = Math.min(MAX_COVER_PX, Math.max(MIN_COVER_PX, size.width, size.height))
  return readPhoto(files.photo, { maxSidePx, ...(signal && { signal }) }, memory)
}

async function readSongCover(
  plan: RenderPlan,
  loading: Promise<TemplateFacts>,
  { signal, memory }: Reading,
): Promise<CoverData> {
  const { data } = plan
  const colours = plan.brand?.colors
  // A brand that names a ground has chosen its theme with it.
  // Pictures carry light type on their shadows, whatever suits the cover.
  const wished = plan.theme ?? (plan.background ? 'DARK' : undefined)
  const theme = data.theme ?? (colours?.background ? undefined : wished)
  const longSidePx = Math.max(plan.size.width, plan.size.height)
  const isMaster = longSidePx > MAX_COVER_PX && (await loading).master !== undefined
  const options: CoverOptions = {
    song: plan.song,
    seed: plan.seed,
    // Templates draw title and artist themselves, so the drawn cover must not repeat them.
    hasType: false,
    maxSidePx: Math.min(isMaster ? MAX_MASTER_COVER_PX : MAX_COVER_PX, Math.max(MIN_COVER_PX, longSidePx)),
    ...(theme && { theme }),
    ...(plan.excerptRank && { pairing: plan.excerptRank }),
    ...(colours && Object.keys(colours).length > 0 && { brand: colours }),
    ...(data.accentColor && { accentColor: data.accentColor }),
    ...(signal && { signal }),
  }
  return plan.files.cover ? readCover(plan.files.cover, options, memory) : readOwnCover(plan, options, memory)
}

async function readClips(
  { contentId, needs }: TemplateFacts,
  paths: string[],
  memory: Memory,
): Promise<ClipFile[]> {
  if (!needs.clips) return []
  const { min, max } = needs.clips
  if (paths.length < min) {
    const message = `${contentId} needs at least ${min} video(s); the song has ${paths.length}.`
    throw new RenderError('ASSET_UNSUPPORTED', message, { contentId, videos: paths.length })
  }
  const taken = paths.slice(0, max)
  // Each look decodes a key frame: many clips are looked at less often, so that reading them never takes long.
  const lookCount = Math.max(LEAST_LOOKS, Math.min(MOST_LOOKS, Math.floor(ALL_LOOKS / taken.length)))
  return Promise.all(
    taken.map((path) => memory.recall(`clip ${path} ${lookCount}`, () => readClipFile(path, { lookCount }))),
  )
}

const LEAST_LOOKS = 2
const MOST_LOOKS = 10
const ALL_LOOKS = 48

/** A song without artwork: the picture inside its file, or one that is drawn. */
async function readOwnCover(
  { files, folder }: RenderPlan,
  options: CoverOptions,
  memory: Memory,
): Promise<CoverData> {
  const { audio } = files
  const take = (song: string) => takeEmbeddedCover(song, folder, options)
  const path = audio && (await memory.recall(`embedded ${audio}`, () => take(audio)))
  if (!path) return readCover(null, options)
  // An embedded picture that cannot be read is no reason to refuse the song.
  return readCover(path, options, memory).catch(() => readCover(null, options))
}

/** Writes the picture inside a song's file into a file of its own, which is named after the song's path. */
async function takeEmbeddedCover(
  song: string,
  folder: string,
  { signal }: CoverOptions,
): Promise<string | undefined> {
  const { picture } = await readTags(song, { ...(signal && { signal }) })
  if (!picture) return undefined
  const path = join(folder, `embedded-cover-${createHash('sha256').update(song).digest('hex').slice(0, 16)}`)
  await writeFile(path, picture.data)
  return path
}
