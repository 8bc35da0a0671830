import { copyFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import type { RenderRequest } from '@songreel/contract'
import { describeLeftOut, type MadeVideo, type ReleaseVideo } from '@songreel/contract/release-folder'
import { OUTPUT_FORMATS, type QUALITIES, type RenderedVideo, writeChapterText } from '@songreel/render'
import type { Templates } from '@songreel/templates'
import { EXIT, inputError } from '../cli-error.ts'
import { formatClock } from '../clock.ts'
import type { CompletedVideo } from '../events.ts'
import { openFile } from '../open-file.ts'
import { cleanText } from '../print.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { openSongCache } from '../songs/song-cache.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import { listTemplates } from '../videos/choose-template.ts'
import { checkDiskRoom } from '../videos/disk-room.ts'
import { makeVideos, type VideoResult } from '../videos/make-videos.ts'
import type { PlannedVideo } from '../videos/plan-videos.ts'
import { showResults } from '../videos/summarise.ts'
import { findReleaseFiles } from './find-release-files.ts'
import { planRelease, type ReleaseOrder } from './plan-release.ts'
import { type NamedPack, readPack } from './read-pack.ts'
import { type Release, type ReleaseNames, readRelease } from './read-release.ts'
import {
  findKnownVideos,
  type KnownVideos,
  placeVideo,
  type ReleaseFacts,
  writeReleaseFolder,
} from './release-folder.ts'

/** Everything that a person can say about a release. */
export type ReleaseCommand = {
  folder: string
  pack: string | undefined
  art: string | undefined
  photo: string | undefined
  names: ReleaseNames
  out: string | undefined
  quality: keyof typeof QUALITIES | undefined
  isDryRun: boolean
  isOpened: boolean
}

type MakeContext = CommandContext & { workFolder: string; cacheFolder: string }

/** `songreel release <folder>`: everything that a pack makes of an album, into a folder of its own. */
export async function makeRelease(order: ReleaseCommand, context: CommandContext): Promise<Outcome> {
  const { reporter } = context
  reporter.advise('')
  const pack = await readPack(order.pack)
  const files = await findReleaseFiles(order.folder, order)
  const workFolder = await makeTempFolder()
  try {
    const inner = { ...context, workFolder, cacheFolder: await openSongCache(workFolder) }
    const templates = await listTemplates()
    const release = await readRelease(order.folder, files, order.names, inner)
    const out = order.out ?? join(order.folder, 'release')
    const { orders, leftOut } = planRelease(withQuality(pack, order.quality), release, { templates, out })
    sayRelease(release, { leftOut, coverFile: files.cover, templates }, context)
    if (orders.length === 0)
      throw inputError(`Nothing of the pack ${pack.name} can be made of these songs.   Another one: --pack`)
    const known = await findKnownVideos(out)
    if (order.isDryRun) return printPlan(orders, known, context)
    const facts: ReleaseFacts = { release, pack: pack.name, leftOut, templates }
    return await makeAll(orders, { known, out, facts, isOpened: order.isOpened }, inner)
  } finally {
    await removeTempFolder(workFolder)
  }
}

/** The same pack at another quality, for a first look. */
function withQuality(pack: NamedPack, outputQuality: ReleaseCommand['quality']): NamedPack {
  if (outputQuality === undefined) return pack
  const change = <Request extends RenderRequest>(request: Request) => ({
    ...request,
    videoSettings: { ...request.videoSettings, outputQuality },
  })
  const { song, album } = pack.renders
  return { ...pack, renders: { song: song?.map(change), album: album?.map(change) } }
}

type Found = Pick<ReleaseFacts, 'leftOut' | 'templates'> & { coverFile: string | undefined }

function sayRelease(release: Release, found: Found, { reporter }: CommandContext): void {
  const { leftOut, coverFile, templates } = found
  const { title, artist, songs, hasCover } = release
  const secs = songs.reduce((sum, { facts }) => sum + facts.durationSecs, 0)
  const timed = songs.filter(({ lyrics }) => lyrics === 'TIMED').length
  const inside = hasCover ? 'cover inside the songs' : 'no cover'
  const facts = [
    songs.length === 1 ? '1 song' : `${songs.length} songs`,
    formatClock(secs),
    coverFile ? cleanText(basename(coverFile)) : inside,
    ...(timed > 0 ? [`${timed} with timed lyrics`] : []),
  ]
  reporter.say(`  ${reporter.paint('bold', cleanText(title))} — ${cleanText(artist)}   ${facts.join(' · ')}`)
  const named = leftOut.map(({ song, contentId, ...rest }) => ({
    ...rest,
    name: templates.get(contentId)?.template.title ?? contentId,
    title: song?.title ?? null,
  }))
  for (const { message } of describeLeftOut(named, 'inFolder'))
    reporter.report({ event: 'warning', code: 'LEFT_OUT', message })
}

function printPlan(
  orders: readonly ReleaseOrder[],
  known: KnownVideos,
  { reporter }: CommandContext,
): Outcome {
  reporter.say('')
  for (const { path, planned, video } of orders) {
    const { facts, range } = planned
    const durationSecs = range.endSecs - range.startSecs
    reporter.report({ event: 'planned', ...facts, video: path, durationSecs })
    const state = known.has(video.workKey)
      ? 'there already'
      : `${facts.width}×${facts.height}, ${facts.fps} fps`
    reporter.say(`    ${path}   ${state}`)
  }
  const fresh = orders.filter(({ video }) => !known.has(video.workKey)).length
  const rest = fresh === orders.length ? '' : `, ${orders.length - fresh} are there already`
  reporter.say('', `  ${count(fresh)} would be made${rest}. Nothing was rendered (--dry-run).`)
  return { exitCode: EXIT.ok, files: [] }
}

type Making = { known: KnownVideos; out: string; facts: ReleaseFacts; isOpened: boolean }

/** Makes what is missing, song after song and then the album; whatever happens, the manifest says what is there. */
async function makeAll(
  orders: readonly ReleaseOrder[],
  { known, out, facts, isOpened }: Making,
  context: MakeContext,
): Promise<Outcome> {
  const { signal } = context
  const videos = new Map<ReleaseOrder, ReleaseVideo>()
  for (const order of orders) {
    const there = known.get(order.video.workKey)
    const made = there && (await placeVideo(out, there, order.path))
    videos.set(order, made ? { ...order.video, status: 'COMPLETED', made } : order.video)
  }
  const fresh = orders.filter(({ video }) => !known.has(video.workKey))
  await checkDiskRoom(fresh.map(measure), { outFolder: out, workFolder: context.workFolder })
  const groups = Map.groupBy(fresh, ({ video }) => video.song)
  const results: VideoResult[] = []
  try {
    for (const [index, [song, group]] of [...groups].entries()) {
      signal.throwIfAborted()
      sayGroup(song, { index, of: groups.size, release: facts.release }, context)
      for (const [order, video, result] of await makeGroup(group, facts.templates, context)) {
        videos.set(order, video)
        results.push(result)
      }
    }
  } finally {
    // Also after a stop: what was made stays, and the next run goes on from there.
    await writeReleaseFolder(out, [...videos.values()], facts)
  }
  signal.throwIfAborted()
  return conclude([...videos.values()], { results, out, isOpened }, context)
}

function sayGroup(
  song: number | null,
  { index, of, release }: { index: number; of: number; release: Release },
  { reporter }: CommandContext,
): void {
  const title = song === null ? release.title : (release.songs[song - 1]?.title ?? '')
  const what = song === null ? 'the album' : `song ${song} of ${release.songs.length}`
  const step = of > 1 ? `   ${index + 1}/${of}` : ''
  reporter.say('', `  ${reporter.paint('bold', cleanText(title))}   ${reporter.paint('dim', what + step)}`)
}

type Made = [order: ReleaseOrder, video: ReleaseVideo, result: VideoResult]

/** The videos of one song, side by side. */
async function makeGroup(
  group: readonly ReleaseOrder[],
  templates: Templates,
  context: MakeContext,
): Promise<Made[]> {
  const { reporter } = context
  const beside = new Map<string, RenderedVideo>()
  const planned = nameRows(group, templates)
  const results = await makeVideos(planned, {
    ...context,
    keep: async (made, { facts }) => {
      beside.set(facts.file, made)
      await keepBeside(made, facts.file)
    },
  })
  reporter.say(...showResults(results, reporter.paint))
  return results.map((result, index) => {
    const order = group[index]!
    const { completed, error } = result
    const rendered = beside.get(order.planned.facts.file)
    if (completed && rendered) {
      const made = describeMade(order, completed, rendered)
      return [order, { ...order.video, status: 'COMPLETED', made }, result]
    }
    const failure = error && error.exitCode !== EXIT.stopped && { code: error.code, message: error.message }
    const status = failure ? 'FAILED' : 'UNFINISHED'
    return [order, { ...order.video, status, ...(failure && { error: failure }) }, result]
  })
}

const KINDS: Partial<Record<string, string>> = { VIDEO: 'Album video', SAMPLER: 'Sampler' }

/** `Canvas loop 9x16`; the second of a name is `Canvas loop 9x16 2`. */
function nameRows(group: readonly ReleaseOrder[], templates: Templates): PlannedVideo[] {
  const counts = new Map<string, number>()
  return group.map(({ planned, video: { kind, contentId, aspectRatio } }) => {
    const title = KINDS[kind ?? ''] ?? templates.get(contentId)?.template.title ?? contentId
    const name = `${title} ${aspectRatio}`
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    return { ...planned, facts: { ...planned.facts, video: number > 1 ? `${name} ${number}` : name } }
  })
}

async function keepBeside({ poster, captions, chapters }: RenderedVideo, file: string): Promise<void> {
  const stem = join(dirname(file), parse(file).name)
  if (chapters) await writeFile(`${stem}.txt`, writeChapterText(chapters))
  await copyFile(poster, `${stem}.jpg`)
  for (const [kind, text] of Object.entries(captions ?? {})) await writeFile(`${stem}.${kind}`, text)
}

function describeMade(
  { path, video, planned }: ReleaseOrder,
  completed: CompletedVideo,
  { captions, chapters, excerpt, warnings }: RenderedVideo,
): MadeVideo {
  const stem = path.replace(/\.\w+$/, '')
  const { bytes, sha256, width, height, durationSecs, checks } = completed
  const { format } = planned.order.settings
  const { startSecs, endSecs } = excerpt
  return {
    path,
    bytes,
    sha256,
    contentType: OUTPUT_FORMATS[format].contentType,
    width,
    height,
    durationSecs,
    poster: `${stem}.jpg`,
    captions: captions ? { srt: `${stem}.srt`, vtt: `${stem}.vtt` } : null,
    chapters: chapters ? `${stem}.txt` : null,
    excerpt: { startSecs, endSecs },
    verdict: video.platform === 'SQUARE_FEED' ? null : checks.platforms[video.platform],
    checks,
    warnings: warnings.map(({ message }) => message),
  }
}

type End = { results: readonly VideoResult[]; out: string; isOpened: boolean }

function conclude(
  videos: readonly ReleaseVideo[],
  { results, out, isOpened }: End,
  { reporter }: CommandContext,
): Outcome {
  const page = join(out, 'index.html')
  const whole = videos.filter(({ status }) => status === 'COMPLETED').length
  const errors = results.flatMap(({ error }) => (error ? [error] : []))
  const made = results.length - errors.length
  const kept = whole - made
  const rest = kept > 0 ? `, ${kept} were there already` : ''
  reporter.say('', `  ${count(made)} made${rest}. All of them on one page: ${cleanText(page)}`)
  reporter.result(page)
  if (isOpened) openFile(page)
  const [first] = errors
  if (!first) return { exitCode: EXIT.ok, files: [page] }
  return { exitCode: whole > 0 ? EXIT.someFailed : first.exitCode, files: [page] }
}

function measure({ planned: { facts, range, order } }: ReleaseOrder) {
  return { ...facts, durationSecs: range.endSecs - range.startSecs, format: order.settings.format }
}

function count(videos: number): string {
  return videos === 1 ? '1 video' : `${videos} videos`
}
