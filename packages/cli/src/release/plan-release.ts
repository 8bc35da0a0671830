import { join } from 'node:path'
import {
  choosePlatform,
  chooseSamplerSecs,
  describeKindMisfit,
  expandPack,
  type LeftOutOf,
  nameReleaseFile,
  numberReleaseFiles,
  type PackedRender,
  type ReleaseVideo,
} from '@songreel/contract/release-folder'
import {
  addBackground,
  type Background,
  chooseExcerptDefault,
  deriveSeed,
  deriveWorkKey,
  OUTPUT_FORMATS,
  planVideo,
  planVideoSize,
  type ResolvedSettings,
  resolveSettings,
  type Template,
  takesAspectRatio,
  type VideoOrder,
} from '@songreel/render'
import type { LoadedTemplate, Templates } from '@songreel/templates'
import { usageError } from '../cli-error.ts'
import { findTemplate } from '../videos/choose-template.ts'
import { describeIssue } from '../videos/describe-issue.ts'
import type { PlannedVideo } from '../videos/plan-videos.ts'
import type { NamedPack } from './read-pack.ts'
import type { Release, ReleaseSongFiles } from './read-release.ts'

/** A video of a release that is to be made or is there already: what the manifest says of it, and how it is made. */
export type ReleaseOrder = {
  video: ReleaseVideo & { workKey: string }
  /** Relative to the release's folder, with slashes. */
  path: string
  planned: PlannedVideo
}

/** Everything that a pack makes of a release, and what it leaves out. */
export function planRelease(
  pack: NamedPack,
  release: Release,
  { templates, out }: { templates: Templates; out: string },
): { orders: ReleaseOrder[]; leftOut: LeftOutOf<ReleaseSongFiles>[] } {
  const album = { name: release.title, hasCover: release.hasCover, songs: release.songs }
  const entries = [...(pack.renders.song ?? []), ...(pack.renders.album ?? [])]
  for (const { contentId } of entries) findTemplate(templates, contentId)
  const { made, leftOut } = expandPack(pack, album, (contentId) => templates.get(contentId)?.template.needs)
  const drafts = made.flatMap((entry) =>
    planEntry(entry, release, findTemplate(templates, entry.request.contentId)),
  )
  const paths = numberReleaseFiles(drafts.map(({ path }) => path))
  const orders = drafts.map(({ planned, ...draft }, index) => {
    const path = paths[index]!
    return { ...draft, path, planned: { ...planned, facts: { ...planned.facts, file: join(out, path) } } }
  })
  return { orders, leftOut }
}

type Entry = PackedRender<ReleaseSongFiles>

function planEntry(entry: Entry, release: Release, loaded: LoadedTemplate): ReleaseOrder[] {
  const { request, kind, field } = entry
  const { template } = loaded
  const settings = resolveSettings(template, request.videoSettings ?? {})
  refuseShape(template, settings, field)
  refuseBackground(template, request.background, field)
  const misfit = kind && describeKindMisfit(kind, template.needs)
  if (misfit) throw usageError(`${field}: ${template.contentId} ${misfit}.   List: songreel templates`)
  const data = template.requiredData.safeParse(request.requiredData ?? {})
  if (!data.success) {
    const [issue] = data.error.issues
    const seen = issue
      ? describeIssue(issue, request.requiredData ?? {})
      : 'the data does not suit the template'
    throw usageError(`${field}: ${seen}.   Fields: songreel templates ${template.contentId}`)
  }
  return Array.from({ length: request.videoSettings?.numVideos ?? 1 }, (_, index) => {
    const variation = index + 1
    const order = {
      template: { ...template, url: loaded.url },
      settings,
      data: data.data,
      ...describeSource(entry, release, template),
      ...(request.background && { background: request.background }),
      variation,
      seed: deriveSeed(template.contentId, variation),
      watermark: false,
    }
    const song = kind === null ? entry.songs[0]! : undefined
    return {
      path: nameReleaseFile({
        track: song?.number ?? null,
        title: song?.title ?? release.title,
        kind,
        contentId: template.contentId,
        aspectRatio: settings.aspectRatio,
        variation,
        extension: OUTPUT_FORMATS[settings.format].extension,
      }),
      planned: toPlanned(order, entry, template),
      video: describeVideo(order, entry, { release, template }),
    }
  })
}

type Source = Pick<VideoOrder, 'song' | 'files' | 'chapters' | 'samplerSecs'>

/** The song that a video is of; of an album, its names with its cover, or with its songs. */
function describeSource(
  { kind, songs, request }: Entry,
  { title, artist, cover }: Release,
  template: Template,
): Source {
  const needs = addBackground(template.needs, request.background)
  const gather = ({ facts, art, lyricsFile, clipFiles, photo }: ReleaseSongFiles) => ({
    audio: facts.file,
    clips: needs.clips ? [...clipFiles] : [],
    ...(needs.photo && photo && { photo }),
    ...(art && { cover: art }),
    ...(needs.lyrics && lyricsFile && { lyrics: lyricsFile }),
  })
  const [first] = songs
  if (kind === null) return { song: first!.facts, files: gather(first!) }
  const song = { title, artist, album: title }
  // A cover that lies in a song is read out of that song.
  if (kind === 'ARTWORK')
    return { song, files: cover ? { clips: [], cover: cover.file } : { clips: [], audio: first!.facts.file } }
  const chapters = songs.map((one) => ({
    files: gather(one),
    song: pickNames(one.facts),
    songSha256: one.hashes.audio,
  }))
  return {
    song,
    files: { clips: [] },
    chapters,
    ...(kind === 'SAMPLER' && { samplerSecs: chooseSamplerSecs(songs.length) }),
  }
}

function pickNames({ title, artist, album, isrc }: ReleaseSongFiles['facts']) {
  return { title, artist, album, ...(isrc && { isrc }) }
}

function toPlanned(
  order: VideoOrder,
  { songs }: Entry,
  { contentId, master, ...template }: Template,
): PlannedVideo {
  const { aspectRatio, outputQuality, fps } = order.settings
  const part = chooseExcerptDefault(template, order.data)
  const songSecs = songs.reduce((sum, { facts }) => sum + facts.durationSecs, 0)
  const isWhole = part.kind === 'WHOLE' || order.settings.isWholeSong || order.chapters
  const secs = order.samplerSecs ?? (isWhole ? songSecs : part.secs)
  const { start, end } = order.settings.audioStartEndSecs ?? { start: 0, end: secs }
  return {
    facts: {
      video: '',
      aspectRatio,
      variation: order.variation,
      contentId,
      ...planVideoSize(aspectRatio, outputQuality, master),
      fps,
      file: '',
    },
    range: { startSecs: start, endSecs: end },
    order,
  }
}

function describeVideo(
  order: VideoOrder,
  { songs, kind }: Entry,
  { release, template }: { release: Release; template: Template },
): ReleaseOrder['video'] {
  const { contentId, version } = template
  const { aspectRatio, outputQuality } = order.settings
  const place = { folder: '', outFile: '', threads: 1 }
  const hashes = collectHashes(order, { songs, kind, release })
  return {
    status: 'UNFINISHED',
    song: kind === null ? songs[0]!.number : null,
    kind,
    platform: choosePlatform(contentId, aspectRatio),
    contentId,
    aspectRatio,
    outputQuality,
    workKey: deriveWorkKey(planVideo(order, place), { templateVersion: version, hashes }),
  }
}

type Ingredients = Pick<Entry, 'songs' | 'kind'> & { release: Release }

/** Of the files that a video is made of, and of no others: lyrics that it doesn't show may change. */
function collectHashes({ files, chapters }: VideoOrder, { songs, kind, release }: Ingredients) {
  if (chapters) {
    const lists = chapters.map((chapter, index) => pickHashes(chapter.files, songs[index]!.hashes))
    return { chapters: lists.map((hashes) => JSON.stringify(hashes)) }
  }
  const cover = kind === null ? songs[0]!.hashes.cover : release.cover?.sha256
  return pickHashes(files, { ...songs[0]!.hashes, ...(cover && { cover }) })
}

function pickHashes(
  files: VideoOrder['files'],
  hashes: ReleaseSongFiles['hashes'],
): Record<string, string | string[]> {
  return {
    ...(files.audio && { audio: hashes.audio }),
    ...(files.cover && hashes.cover && { cover: hashes.cover }),
    ...(files.lyrics && hashes.lyrics && { lyrics: hashes.lyrics }),
    ...(files.photo && hashes.photo && { photo: hashes.photo }),
    ...(files.clips.length > 0 && { clips: hashes.clips }),
  }
}

function refuseBackground(
  { contentId, backgrounds }: Template,
  background: Background | undefined,
  field: string,
): void {
  if (!background || backgrounds.includes(background)) return
  throw usageError(
    `${field}: ${contentId} has ${backgrounds.join(' or ')} behind it, not ${background}.   List: songreel templates`,
  )
}

function refuseShape(template: Template, { aspectRatio }: ResolvedSettings, field: string): void {
  if (takesAspectRatio(template, aspectRatio)) return
  const allowed = [template.aspectRatios].flat().join(', ')
  throw usageError(
    `${field}: ${template.contentId} has no shape ${aspectRatio}. It has ${allowed}.   List: songreel templates`,
  )
}
