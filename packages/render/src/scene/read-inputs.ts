import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTags } from '@songreel/audio'
import { addBackground, RenderError } from '@songreel/kit/core'
import type { ClipFile, CoverData, PhotoData, TemplateData, TemplateFacts } from '@songreel/kit/input'
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
  /** The artist's photograph, where it lies behind the look. */
  photo?: PhotoData
  brand?: ReadBrand
}

/** Reads the pictures, the cover while the template is still being loaded. */
export async function readInputs(
  plan: RenderPlan,
  loading: Promise<TemplateFacts>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<RenderInputs> {
  const { data } = plan
  const reading = readSongCover(plan, loading, { signal })
  // If several things fail, report the template first, then the clips.
  reading.catch(() => undefined)
  const template = await loading.then((facts) => wearBackground(facts, plan))
  const clips = await readClips(template, plan.files.clips)
  const photo = template.needs.photo ? await readArtist(plan, { signal }) : undefined
  const brand = await readBrand(plan, { isLoop: template.defaults.excerpt.kind === 'LOOP' })
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

async function readArtist(
  { files, size, template: { contentId } }: RenderPlan,
  { signal }: { signal: AbortSignal | undefined },
): Promise<PhotoData> {
  if (!files.photo) {
    const message = `${contentId} shows a photograph of the artist, and there is none.`
    throw new RenderError('ASSET_UNSUPPORTED', message, { contentId })
  }
  const maxSidePx = Math.min(MAX_COVER_PX, Math.max(MIN_COVER_PX, size.width, size.height))
  return readPhoto(files.photo, { maxSidePx, ...(signal && { signal }) })
}

async function readSongCover(
  plan: RenderPlan,
  loading: Promise<TemplateFacts>,
  { signal }: { signal: AbortSignal | undefined },
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
  return plan.files.cover ? readCover(plan.files.cover, options) : readOwnCover(plan, options)
}

async function readClips({ contentId, needs }: TemplateFacts, paths: string[]): Promise<ClipFile[]> {
  if (!needs.clips) return []
  const { min, max } = needs.clips
  if (paths.length < min) {
    const message = `${contentId} needs at least ${min} video(s); the song has ${paths.length}.`
    throw new RenderError('ASSET_UNSUPPORTED', message, { contentId, videos: paths.length })
  }
  const taken = paths.slice(0, max)
  // Each look decodes a key frame: many clips are looked at less often, so that reading them never takes long.
  const lookCount = Math.max(LEAST_LOOKS, Math.min(MOST_LOOKS, Math.floor(ALL_LOOKS / taken.length)))
  return Promise.all(taken.map((path) => readClipFile(path, { lookCount })))
}

const LEAST_LOOKS = 2
const MOST_LOOKS = 10
const ALL_LOOKS = 48

/** A song without artwork: the picture inside its file, or one that is drawn. */
async function readOwnCover({ files, folder }: RenderPlan, options: CoverOptions): Promise<CoverData> {
  const picture = files.audio ? await readEmbeddedCover(files.audio, options) : undefined
  if (!picture) return readCover(null, options)
  const path = join(folder, 'embedded-cover')
  await writeFile(path, picture.data)
  // An embedded picture that cannot be read is no reason to refuse the song.
  return readCover(path, options).catch(() => readCover(null, options))
}

async function readEmbeddedCover(song: string, { signal }: CoverOptions) {
  return (await readTags(song, { ...(signal && { signal }) })).picture
}
