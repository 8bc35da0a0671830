import { join, parse, resolve } from 'node:path'
import {
  analyseAudio,
  chooseExcerptDefault,
  type ExcerptDefault,
  examineContainment,
  OUTPUT_FORMATS,
  QUALITIES,
  type Template,
} from '@songreel/render'
import { EXIT } from '../cli-error.ts'
import { formatClock } from '../clock.ts'
import { openFile } from '../open-file.ts'
import { cleanText } from '../print.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { choosePart, type WantedPart } from '../songs/choose-part.ts'
import { warnAboutCover } from '../songs/describe-cover.ts'
import { type FoundFiles, findFiles, type GivenFiles, readSong } from '../songs/read-song.ts'
import { openSongCache } from '../songs/song-cache.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import { chooseTemplate } from './choose-template.ts'
import { composeRequest } from './compose-request.ts'
import { checkDiskRoom } from './disk-room.ts'
import { makeVideos } from './make-videos.ts'
import { chooseOutPlace } from './out-place.ts'
import { type PlannedVideo, planVideos } from './plan-videos.ts'
import { type PreparedSong, prepareSong, type SongOrder } from './prepare-song.ts'
import { readBrand } from './read-brand.ts'
import { openSegmentCache } from './segment-cache.ts'
import { concludeResults, showResults } from './summarise.ts'
import { readTemplateData } from './template-data.ts'
import { chooseAspects, type VideoSettings } from './video-settings.ts'

/** Everything that a person can say about videos of a song. */
export type RenderCommand = {
  files: GivenFiles
  song: SongOrder
  settings: VideoSettings
  out: string | undefined
  /** A JSON file that says what the videos wear. */
  brand: string | undefined
  /** Whether pieces of earlier videos are used again, and those of this one kept. */
  keepsSegments: boolean
}

/** The same, and what is to be done with them. */
export type RenderOrder = RenderCommand & {
  isDryRun: boolean
  isOpened: boolean
  /** One of several songs, and the files that the ones before it have. */
  series?: { taken: Set<string> }
}

/** `songreel render`: a song in, videos out. */
export async function renderSong(order: RenderOrder, context: CommandContext): Promise<Outcome> {
  const { reporter, signal } = context
  if (!order.series) reporter.advise('')
  const files = await findFiles(order.files)
  // Takes a moment, which passes while the template is loaded; whoever starts a process asks again.
  if (!order.isDryRun) examineContainment().catch(() => undefined)
  const workFolder = await makeTempFolder()
  try {
    const cacheFolder = await openSongCache(workFolder)
    const planned = await planOrder(order, files, { ...context, workFolder, cacheFolder })
    const videos = order.series ? avoidTaken(planned.videos, order.series.taken) : planned.videos
    if (order.isDryRun) return printPlan(videos, context)
    const segments = order.keepsSegments ? await openSegmentCache() : undefined
    const results = await makeVideos(videos, { ...context, workFolder, cacheFolder, segments })
    // After a stop only what is there is reported.
    const shown = signal.aborted ? results.filter(({ completed }) => completed) : results
    reporter.say('', ...showResults(shown, reporter.paint))
    signal.throwIfAborted()
    const outcome = concludeResults(results)
    if (outcome.exitCode === EXIT.ok && !order.series) printNext(context)
    if (order.isOpened && outcome.files[0]) openFile(outcome.files[0])
    return outcome
  } finally {
    await removeTempFolder(workFolder)
  }
}

/** `songreel render --print-request`: the same order as the body of POST /v1/batches, and nothing is rendered. */
export async function printRequest(
  order: RenderCommand,
  { signal }: { signal: AbortSignal },
): Promise<string> {
  const files = await findFiles(order.files)
  const { template } = await chooseTemplate(order.song.template)
  const { given: data, parsed } = await readTemplateData(template, order.song.data)
  const { song, cover } = await readSong(files, order.song.names, { signal })
  const { settings } = order
  const request = composeRequest({
    song,
    art: files.art ?? cover.file,
    lyrics: files.lyrics,
    clips: files.clips,
    photo: files.photo,
    background: order.song.background,
    template,
    data,
    wanted: await settlePart(files.song, chooseExcerptDefault(template, parsed), order.song, { signal }),
    settings,
  })
  return JSON.stringify(request, null, 2)
}

/** A server knows no `--length`: the moment is looked for here. */
async function settlePart(
  path: string,
  byDefault: ExcerptDefault,
  order: SongOrder,
  { signal }: { signal: AbortSignal },
): Promise<WantedPart> {
  if (order.wanted.lengthSecs === undefined) return order.wanted
  const analysis = await analyseAudio(path, { signal })
  const { kind, ranges } = choosePart(analysis, byDefault, order)
  return kind === 'WHOLE' ? { isFull: true } : { ...ranges[0]!, isFull: false }
}

type PlanContext = CommandContext & { workFolder: string; cacheFolder: string }

/** Reads, analyses and checks everything, so that a render that starts can only fail for reasons of its own. */
async function planOrder(
  order: RenderCommand & Pick<RenderOrder, 'series'>,
  files: FoundFiles,
  context: PlanContext,
): Promise<{ videos: PlannedVideo[]; prepared: PreparedSong }> {
  const { settings } = order
  const ending = OUTPUT_FORMATS[settings.format].extension
  const isSeries = order.series !== undefined
  const chooseOut = (template: Template) =>
    chooseOutPlace(order.out, {
      ending,
      fileCount: chooseAspects(template, settings.aspects).length * settings.count,
      isSeries,
    })
  const brand = order.brand === undefined ? undefined : await readBrand(order.brand)
  const prepared = await prepareSong(files, order.song, { ...context, checkTemplate: chooseOut })
  const { cover, part } = prepared
  const out = await chooseOut(prepared.loaded.template)
  const warning = warnAboutCover(cover, files.art, QUALITIES[settings.quality].shortSidePx)
  if (warning) context.reporter.report(warning)
  warnAboutFps(settings, context)
  const videos = planVideos({ ...prepared, ...part, brand, settings, out })
  const measures = videos.map(({ facts, range }) => ({
    ...facts,
    durationSecs: range.endSecs - range.startSecs,
    format: settings.format,
  }))
  await checkDiskRoom(measures, { outFolder: out.folder, workFolder: context.workFolder })
  return { videos, prepared }
}

/** Two songs of one name in one run must not replace each other: the second is `Name (2)`. */
function avoidTaken(videos: readonly PlannedVideo[], taken: Set<string>): PlannedVideo[] {
  return videos.map((video) => {
    const { dir, name, ext } = parse(video.facts.file)
    let file = video.facts.file
    for (let copy = 2; taken.has(foldFileName(file)); copy++) file = join(dir, `${name} (${copy})${ext}`)
    taken.add(foldFileName(file))
    return { ...video, facts: { ...video.facts, file } }
  })
}

/** Some file systems take small and capital letters for the same. */
function foldFileName(file: string): string {
  return resolve(file).normalize('NFC').toLowerCase()
}

function printPlan(videos: readonly PlannedVideo[], { reporter }: CommandContext): Outcome {
  reporter.say('')
  for (const { facts, range } of videos) {
    const durationSecs = range.endSecs - range.startSecs
    reporter.report({ event: 'planned', ...facts, durationSecs })
    const part = `${formatClock(range.startSecs)} to ${formatClock(range.endSecs)}`
    reporter.say(
      `    ${facts.video} → ${cleanText(facts.file)}   ${facts.width}×${facts.height}, ${facts.fps} fps, ${part}`,
    )
  }
  reporter.say('', '  Everything is in order. Nothing was rendered (--dry-run).')
  return { exitCode: EXIT.ok, files: [] }
}

function printNext({ reporter }: CommandContext): void {
  const hint = 'songreel render … --print-request     (prints the POST /v1/batches body)'
  reporter.advise('', `  The same through the API:  ${hint}`, '')
}

/** Some qualities have a frame rate of their own. */
function warnAboutFps({ quality, fps }: VideoSettings, { reporter }: CommandContext): void {
  const fixed = QUALITIES[quality].fps
  if (fps === undefined || fixed === undefined || fps === fixed) return
  const message = `--fps ${fps} has no effect: ${quality} always has ${fixed} frames per second. For ${fps}, choose another --quality.`
  reporter.report({ event: 'warning', code: 'FPS_IGNORED', message })
}
