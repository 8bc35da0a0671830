import { join } from 'node:path'
import { QUALITIES, type Template } from '@songreel/render'
import { EXIT } from '../cli-error.ts'
import { formatClock } from '../clock.ts'
import { openFile } from '../open-file.ts'
import { cleanText } from '../print.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { warnAboutCover } from '../songs/describe-cover.ts'
import { type PreparedSong, prepareSong, type SongOrder } from '../songs/prepare-song.ts'
import { type FoundFiles, findFiles, type GivenFiles, readSong } from '../songs/read-song.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import { chooseTemplate } from './choose-template.ts'
import { composeRequest } from './compose-request.ts'
import { checkDiskRoom } from './disk-room.ts'
import { endingOf } from './file-name.ts'
import { makeVideos } from './make-videos.ts'
import { chooseOutPlace } from './out-place.ts'
import { type PlannedVideo, planVideos } from './plan-videos.ts'
import { concludeResults, showResults } from './summarise.ts'
import { readTemplateData } from './template-data.ts'
import { chooseAspects, type VideoSettings } from './video-settings.ts'

/** Everything that a person can say about videos of a song. */
export type VideoOrder = {
  files: GivenFiles
  song: SongOrder
  settings: VideoSettings
  out: string | undefined
}

/** `songreel render`: a song in, videos out. */
export async function renderSong(
  order: VideoOrder & { isDryRun: boolean; isOpened: boolean },
  context: CommandContext,
): Promise<Outcome> {
  const { talk, signal } = context
  talk.advise('')
  const files = await findFiles(order.files)
  const workFolder = await makeTempFolder()
  try {
    const cacheFolder = join(workFolder, 'analysis')
    const { videos } = await planOrder(order, files, { ...context, workFolder, cacheFolder })
    if (order.isDryRun) return tellPlan(videos, context)
    const results = await makeVideos(videos, { ...context, workFolder, cacheFolder })
    // After a stop only what is there is told.
    const shown = signal.aborted ? results.filter(({ completed }) => completed) : results
    talk.say('', ...showResults(shown, talk.paint))
    signal.throwIfAborted()
    const outcome = concludeResults(results)
    if (outcome.exitCode === EXIT.ok) tellNext(context)
    if (order.isOpened && outcome.files[0]) openFile(outcome.files[0])
    return outcome
  } finally {
    await removeTempFolder(workFolder)
  }
}

/** `songreel render --print-request`: the same order as the body of POST /v1/batches, and nothing is rendered. */
export async function printRequest(order: VideoOrder, { signal }: { signal: AbortSignal }): Promise<string> {
  const files = await findFiles(order.files)
  const { template } = await chooseTemplate(order.song.template)
  const data = await readTemplateData(template, order.song.data)
  const { song } = await readSong(files, order.song.names, { signal })
  const { settings } = order
  const request = composeRequest({
    song,
    art: files.art,
    template,
    data,
    wanted: order.song.wanted,
    settings,
  })
  return JSON.stringify(request, null, 2)
}

type PlanContext = CommandContext & { workFolder: string; cacheFolder: string }

/** Reads, hears and checks everything, so that a render that starts can only fail for reasons of its own. */
export async function planOrder(
  order: VideoOrder,
  files: FoundFiles,
  context: PlanContext,
): Promise<{ videos: PlannedVideo[]; prepared: PreparedSong }> {
  const { settings } = order
  const ending = endingOf(settings.format)
  const chooseOut = (template: Template) =>
    chooseOutPlace(order.out, {
      ending,
      fileCount: chooseAspects(template, settings.aspects).length * settings.count,
    })
  const prepared = await prepareSong(files, order.song, { ...context, checkTemplate: chooseOut })
  const { loaded, data, song, cover, part } = prepared
  const out = await chooseOut(loaded.template)
  const warning = warnAboutCover(cover, files.art, QUALITIES[settings.quality].shortSidePx)
  if (warning) context.talk.tell(warning)
  const videos = planVideos({ loaded, data, song, art: files.art, settings, ranges: part.ranges, out })
  const measures = videos.map(({ facts, range }) => ({
    ...facts,
    durationSecs: range.endSecs - range.startSecs,
    format: settings.format,
  }))
  await checkDiskRoom(measures, { outFolder: out.folder, workFolder: context.workFolder })
  return { videos, prepared }
}

function tellPlan(videos: readonly PlannedVideo[], { talk }: CommandContext): Outcome {
  talk.say('')
  for (const { facts, range } of videos) {
    const durationSecs = range.endSecs - range.startSecs
    talk.tell({ event: 'planned', ...facts, durationSecs })
    const part = `${formatClock(range.startSecs)} to ${formatClock(range.endSecs)}`
    talk.say(
      `    ${facts.video} → ${cleanText(facts.file)}   ${facts.width}×${facts.height}, ${facts.fps} fps, ${part}`,
    )
  }
  talk.say('', '  Everything is in order. Nothing was rendered (--dry-run).')
  return { exitCode: EXIT.ok, files: [] }
}

function tellNext({ talk }: CommandContext): void {
  const hint = 'songreel render … --print-request     (prints the POST /v1/batches body)'
  talk.advise('', `  The same through the API:  ${hint}`, '')
}
