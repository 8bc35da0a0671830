import { writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import {
  deriveSeed,
  OUTPUT_FORMATS,
  planVideoSize,
  type RenderedVideo,
  resolveSettings,
  type Template,
  type VideoOrder,
  writeChapterText,
} from '@songreel/render'
import { EXIT, inputError, usageError } from '../cli-error.ts'
import { formatClock } from '../clock.ts'
import { openFile } from '../open-file.ts'
import { cleanText } from '../print.ts'
import type { CommandContext, Outcome } from '../run-command.ts'
import { findFile } from '../songs/find-file.ts'
import { findSongs } from '../songs/find-songs.ts'
import { type ReadSong, readSong } from '../songs/read-song.ts'
import { openSongCache } from '../songs/song-cache.ts'
import { makeTempFolder, removeTempFolder } from '../temp-folders.ts'
import { chooseTemplate } from './choose-template.ts'
import { checkDiskRoom } from './disk-room.ts'
import { nameFile } from './file-name.ts'
import { makeVideos } from './make-videos.ts'
import { chooseOutPlace } from './out-place.ts'
import type { PlannedVideo } from './plan-videos.ts'
import { readBrand } from './read-brand.ts'
import type { RenderOrder } from './render-song.ts'
import { runLanes } from './run-lanes.ts'
import { concludeResults, showResults } from './summarise.ts'
import { readTemplateData } from './template-data.ts'
import { chooseAspects } from './video-settings.ts'

/** What is shown of an album, if nobody says: the cover, still, for as long as the songs last. */
const DEFAULT_TEMPLATE = 'BASE_ART_TRACK'

/** Songs that are looked into at a time: each is decoded and analysed. */
const LANES = 2

/** All songs, or only the best moment of each: then so many seconds in all. */
export type AlbumWish = { samplerSecs?: number }

type AlbumSong = ReadSong & { path: string }

/** `songreel render --album-video` and `--sampler`: one video of several songs, with a chapter for each. */
export async function renderAlbum(
  paths: readonly string[],
  order: RenderOrder & { wish: AlbumWish },
  context: CommandContext,
): Promise<Outcome> {
  const { reporter, signal } = context
  reporter.advise('')
  const found = await findSongs(paths)
  const broken = found.find(({ error }) => error)
  if (broken?.error) throw broken.error
  const workFolder = await makeTempFolder()
  try {
    const cacheFolder = await openSongCache(workFolder)
    const videos = await planAlbum(
      found.map(({ path }) => path),
      order,
      { ...context, workFolder, cacheFolder },
    )
    if (order.isDryRun) return printPlan(videos, context)
    const results = await makeVideos(videos, { ...context, workFolder, cacheFolder, keep: keepChapters })
    reporter.say('', ...showResults(results, reporter.paint))
    signal.throwIfAborted()
    const outcome = concludeResults(results)
    if (order.isOpened && outcome.files[0]) openFile(outcome.files[0])
    return outcome
  } finally {
    await removeTempFolder(workFolder)
  }
}

type PlanContext = CommandContext & { workFolder: string; cacheFolder: string }

async function planAlbum(
  paths: readonly string[],
  order: RenderOrder & { wish: AlbumWish },
  context: PlanContext,
): Promise<PlannedVideo[]> {
  const { settings, wish } = order
  const loaded = await chooseTemplate(order.song.template ?? DEFAULT_TEMPLATE)
  const { template } = loaded
  refuseTemplate(template)
  const { parsed: data } = await readTemplateData(template, order.song.data)
  const aspects = chooseAspects(template, settings.aspects)
  const ending = OUTPUT_FORMATS[settings.format].extension
  const out = await chooseOutPlace(order.out, { ending, fileCount: aspects.length })
  const art = order.files.art && (await findFile(order.files.art, 'cover'))
  const brand = order.brand === undefined ? undefined : await readBrand(order.brand)
  const songs = await readAll(paths, { ...order, art }, context)
  const names = nameAlbum(songs, order, paths)
  const durationSecs = songs.reduce((sum, { song }) => sum + song.durationSecs, 0)
  const endSecs = wish.samplerSecs ? Math.min(wish.samplerSecs, durationSecs) : durationSecs
  const planned = aspects.map((aspectRatio) => {
    const { quality: outputQuality, fps, format, loudness, motion } = settings
    const asked = { aspectRatio, outputQuality, fps, format, loudness, motion }
    const video: VideoOrder = {
      template: { ...template, url: loaded.url },
      settings: resolveSettings(template, asked),
      data,
      song: names,
      files: { clips: [], ...(brand && { brand: brand.files }) },
      ...(brand && { brand: brand.brand }),
      chapters: songs.map((each) => toChapter(each, art)),
      ...wish,
      variation: 1,
      seed: deriveSeed(template.contentId, 1),
      watermark: false,
    }
    const style = wish.samplerSecs ? 'Sampler' : 'Album video'
    const name = out.name ?? nameFile({ ...names, template: style, aspectRatio, ending })
    const size = planVideoSize(aspectRatio, outputQuality, template.master)
    const { contentId } = template
    const about = { video: aspectRatio, aspectRatio, variation: 1, contentId, fps: video.settings.fps }
    return {
      facts: { ...about, ...size, file: join(out.folder, name) },
      range: { startSecs: 0, endSecs },
      order: video,
    }
  })
  const measures = planned.map(({ facts }) => ({ ...facts, durationSecs: endSecs, format: settings.format }))
  await checkDiskRoom(measures, { outFolder: out.folder, workFolder: context.workFolder })
  return planned
}

function refuseTemplate({ contentId, needs, defaults }: Template): void {
  if (!needs.audio || defaults.excerpt.kind === 'LOOP')
    throw usageError(`${contentId} plays no song, and cannot show an album.   List: songreel templates`)
  if (needs.lyrics === 'REQUIRED' || needs.clips)
    throw usageError(
      `${contentId} needs ${needs.clips ? 'clips' : 'lyrics'} for every song, which render does not look for. For lyrics beside songs: songreel release`,
    )
}

/** In the order of the files, and each said with its number. */
async function readAll(
  paths: readonly string[],
  { song: { names }, art }: Pick<RenderOrder, 'song'> & { art: string | undefined },
  { reporter, signal, cacheFolder }: PlanContext,
): Promise<AlbumSong[]> {
  const { title: _, ...given } = names
  reporter.wait(`Listening to ${paths.length} songs`)
  const songs = await runLanes(paths, LANES, async (path) => {
    const files = { song: await findFile(path, 'song'), ...(art && { art }) }
    return { path: files.song, ...(await readSong(files, given, { signal, cacheFolder })) }
  })
  reporter.wait()
  for (const [index, { path, song, cover, warnings }] of songs.entries()) {
    reporter.report({ event: 'song', file: path, number: index + 1, of: songs.length })
    reporter.report({ event: 'read', song, cover })
    for (const warning of warnings) reporter.report(warning)
  }
  return songs
}

function toChapter({ path, song, cover }: AlbumSong, art: string | undefined) {
  const picture = art ?? cover.file
  const { title, artist, album } = song
  return {
    files: { audio: path, clips: [], ...(picture && { cover: picture }) },
    song: { title, artist, album },
  }
}

/** What the songs agree on; else the folder's name, and several artists. */
function nameAlbum(
  songs: readonly AlbumSong[],
  { song: { names } }: RenderOrder,
  [first = '']: readonly string[],
): { title: string; artist: string; album: string } {
  const agreed = (values: string[]) => (new Set(values).size === 1 ? values[0] : undefined)
  const folder = basename(dirname(resolve(first)))
  const album = names.album ?? agreed(songs.map(({ song }) => song.album).filter(Boolean)) ?? folder
  const artist = names.artist ?? agreed(songs.map(({ song }) => song.artist)) ?? 'Various artists'
  if (songs.length < 2)
    throw inputError('An album has several songs. Give a folder, or all of its songs in order.')
  return { title: album, artist, album }
}

/** The lines for the video's description, beside it. */
async function keepChapters({ chapters }: RenderedVideo, { facts: { file } }: PlannedVideo): Promise<void> {
  if (chapters) await writeFile(`${file.slice(0, -extname(file).length)}.txt`, writeChapterText(chapters))
}

function printPlan(videos: readonly PlannedVideo[], { reporter }: CommandContext): Outcome {
  reporter.say('')
  for (const { facts, range } of videos) {
    reporter.report({ event: 'planned', ...facts, durationSecs: range.endSecs })
    const length = `${formatClock(range.endSecs)}`
    const size = `${facts.width}×${facts.height}, ${facts.fps} fps`
    reporter.say(`    ${facts.video} → ${cleanText(facts.file)}   ${size}, at most ${length}`)
  }
  reporter.say('', '  Everything is in order. Nothing was rendered (--dry-run).')
  return { exitCode: EXIT.ok, files: [] }
}
