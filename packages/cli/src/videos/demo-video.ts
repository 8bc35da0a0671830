import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseTemplateData, type Template } from '@songreel/render'
import { usageError } from '../cli-error.ts'
import { openFile } from '../open-file.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { showDemo } from '../show-event.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import { VERSION } from '../version.ts'
import { checkDiskRoom } from './disk-room.ts'
import { makeVideos } from './make-videos.ts'
import { chooseOutPlace, type OutPlace } from './out-place.ts'
import { type PlannedVideo, planVideos } from './plan-videos.ts'
import { prepareSong } from './prepare-song.ts'
import { concludeResults, showResults } from './summarise.ts'
import { chooseAspects, parseAspects, parseQuality, type VideoSettings } from './video-settings.ts'

/** What can be said about the demo. */
export type DemoOrder = {
  aspect?: string
  template?: string
  quality?: string
  out?: string
  open?: boolean
}

/** `songreel demo`: makes a song, a cover and a video of them; needs no file and no network. */
export async function makeDemoVideo(order: DemoOrder, context: CommandContext): Promise<Outcome> {
  const { reporter, signal } = context
  const settings = readSettings(order)
  const out = await chooseOutPlace(order.out, { ending: 'mp4', fileCount: 1 })
  printStart(context)
  const workFolder = await makeTempFolder()
  try {
    const cacheFolder = join(workFolder, 'analysis')
    const video = await planDemo(order, { settings, out, workFolder, cacheFolder, ...context })
    const results = await makeVideos([video], { ...context, workFolder, cacheFolder })
    signal.throwIfAborted()
    const [{ completed } = {}] = results
    if (completed) reporter.say(...showDemo(completed, reporter.paint, process.stderr.columns))
    else reporter.say(...showResults(results, reporter.paint))
    if (completed) printNext(context)
    if (completed && order.open) openFile(completed.file)
    return concludeResults(results)
  } finally {
    await removeTempFolder(workFolder)
  }
}

function readSettings({ aspect, quality }: DemoOrder): VideoSettings {
  const aspects = aspect === undefined ? undefined : parseAspects(aspect)
  if (aspects && aspects.length > 1)
    throw usageError('The demo makes one video. Give one shape, such as --aspect 1x1.')
  return {
    quality: quality === undefined ? 'FULL' : parseQuality(quality),
    format: 'MP4',
    fps: undefined,
    loudness: 'ORIGINAL',
    motion: 'FULL',
    count: 1,
    aspects,
  }
}

type PlanContext = CommandContext & {
  settings: VideoSettings
  out: OutPlace
  workFolder: string
  cacheFolder: string
}

async function planDemo({ template }: DemoOrder, context: PlanContext): Promise<PlannedVideo> {
  const { reporter, settings, out, workFolder } = context
  const { DEMO_SONG, makeDemo } = await import('@songreel/render')
  reporter.wait('Composing')
  const { song, cover } = await makeDemo(join(workFolder, 'demo'))
  const { title, artist, bpm, secs } = DEMO_SONG
  reporter.report({ event: 'composed', title, artist, bpm, secs })
  const order = {
    names: {},
    template,
    data: { set: [], text: undefined, data: undefined },
    wanted: { startSecs: 0, endSecs: secs, isFull: false },
    count: 1,
  }
  const checkTemplate = async (chosen: Template) => chooseAspects(chosen, settings.aspects)
  const prepared = await prepareSong({ song, art: cover }, order, { ...context, checkTemplate })
  const [aspect] = chooseAspects(prepared.loaded.template, settings.aspects)
  const name = out.name ?? `songreel-demo-${aspect}.mp4`
  const [video] = planVideos({
    ...prepared,
    // The template's own example shows it at its best.
    data: parseTemplateData(prepared.loaded.template, prepared.loaded.template.example),
    art: cover,
    settings,
    ...prepared.part,
    out: { ...out, name },
  })
  const measure = { ...video!.facts, durationSecs: secs, format: settings.format }
  await checkDiskRoom([measure], { outFolder: out.folder, workFolder })
  return video!
}

function printStart({ reporter }: CommandContext): void {
  const { node } = process.versions
  const platform = `${process.platform} ${process.arch}`
  reporter.report({
    event: 'started',
    command: 'demo',
    version: VERSION,
    node,
    platform,
    cores: availableParallelism(),
  })
}

function printNext({ reporter }: CommandContext): void {
  reporter.advise(
    '',
    '  Next',
    '    your song       npx songreel render song.mp3',
    '    three shapes    npx songreel render song.mp3 --aspect 9x16,1x1,16x9',
    '    other templates npx songreel templates',
    '    the API         npx songreel serve',
    '',
  )
}
