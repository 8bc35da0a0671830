import { rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { formatBytes } from '@songreel/contract/format-bytes'
import { planVideo, QUALITIES, renderStills, type Template } from '@songreel/render'
import { EXIT, inputError } from '../cli-error.ts'
import { formatClock, formatTook } from '../clock.ts'
import type { CliEvent } from '../events.ts'
import { makeFolder } from '../make-folder.ts'
import { cleanText, showSentence } from '../print.ts'
import type { Reporter } from '../reporter.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { warnAboutCover } from '../songs/describe-cover.ts'
import { findFiles } from '../songs/read-song.ts'
import { openSongCache } from '../songs/song-cache.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import { chooseOutPlace } from './out-place.ts'
import { type PlannedVideo, planVideos } from './plan-videos.ts'
import { prepareSong } from './prepare-song.ts'
import { readBrand } from './read-brand.ts'
import type { RenderCommand } from './render-song.ts'
import { runLanes } from './run-lanes.ts'
import { chooseAspects } from './video-settings.ts'

/** Without a wish, this far into the video: everything has arrived and nothing leaves yet. */
const LIVELY_SHARE = 0.4

/** `songreel preview`: one still per shape, drawn by the engine that makes the videos. */
export async function previewSong(
  order: RenderCommand & { atSecs: number | undefined },
  context: CommandContext,
): Promise<Outcome> {
  const { reporter } = context
  const files = await findFiles(order.files)
  const workFolder = await makeTempFolder()
  try {
    const cacheFolder = await openSongCache(workFolder)
    const { settings } = order
    const chooseOut = (template: Template) =>
      chooseOutPlace(order.out, {
        ending: 'png',
        fileCount: chooseAspects(template, settings.aspects).length,
      })
    const brand = order.brand === undefined ? undefined : await readBrand(order.brand)
    const prepared = await prepareSong(files, order.song, {
      ...context,
      cacheFolder,
      checkTemplate: chooseOut,
    })
    const { loaded, part, cover } = prepared
    const out = await chooseOut(loaded.template)
    const warning = warnAboutCover(cover, files.art, QUALITIES[settings.quality].shortSidePx)
    if (warning) reporter.report(warning)
    const videos = planVideos({ ...prepared, ...part, brand, settings, out })
    for (const { range } of videos) refuseTooLate(order.atSecs, range.endSecs - range.startSecs)
    const stills = await runLanes(videos, availableParallelism(), (video) => {
      const folder = join(workFolder, video.facts.aspectRatio)
      return drawStill(video, { ...context, folder, cacheFolder, atSecs: order.atSecs })
    })
    for (const still of stills) printStill(still, reporter)
    return { exitCode: EXIT.ok, files: stills.map(({ file }) => file) }
  } finally {
    await removeTempFolder(workFolder)
  }
}

/** Past its end a video has no picture; the last one would only puzzle. */
function refuseTooLate(atSecs: number | undefined, durationSecs: number): void {
  if (atSecs === undefined || atSecs <= durationSecs) return
  const length = formatClock(durationSecs)
  throw inputError(`--at ${formatClock(atSecs)} lies past the end of the video, which is ${length} long.`)
}

type StillContext = CommandContext & { folder: string; cacheFolder: string; atSecs: number | undefined }

type Still = Omit<Extract<CliEvent, { event: 'still' }>, 'event'>

async function drawStill({ facts, order, range }: PlannedVideo, context: StillContext): Promise<Still> {
  const { signal, folder, cacheFolder } = context
  const startedMs = performance.now()
  const atSecs = context.atSecs ?? LIVELY_SHARE * (range.endSecs - range.startSecs)
  const outFile = join(folder, 'still.mp4')
  const [still] = await renderStills(planVideo(order, { folder, outFile, threads: 1, cacheFolder }), {
    atSecs: [atSecs],
    signal,
  })
  const { video, aspectRatio, width, height } = facts
  const file = join(dirname(facts.file), `${basename(facts.file, extname(facts.file))}.png`)
  await writeWhole(file, still!)
  const bytes = still!.length
  const tookMs = Math.round(performance.now() - startedMs)
  return { video, aspectRatio, file, bytes, width, height, atSecs, tookMs }
}

/** Reported in the order of the shapes, whichever was ready first. */
function printStill(still: Still, reporter: Reporter): void {
  const { video, file, bytes, tookMs } = still
  reporter.report({ event: 'still', ...still })
  const line = `${video} → ${cleanText(file)}   ${formatBytes(bytes)}   ${formatTook(tookMs)}`
  reporter.say(showSentence('good', line, reporter.paint))
  reporter.result(file)
}

/** An older file of that name is replaced in one step. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const target = resolve(file)
  await makeFolder(dirname(target))
  const folder = await makeTempFolder(dirname(target))
  try {
    const draft = join(folder, basename(target))
    await writeFile(draft, bytes)
    await rename(draft, target)
  } finally {
    await removeTempFolder(folder)
  }
}
