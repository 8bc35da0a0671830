import { OUTPUT_FORMATS } from '@songreel/render/start'
import type { Command } from 'commander'
import { usageError } from '../cli-error.ts'
import { runCommand, runPlainCommand } from '../run-command.ts'
import { listenForStop } from '../stop-signal.ts'
import type { RenderCommand } from '../videos/render-song.ts'
import { addSongOptions, readSongOrder, type SongFlags } from './video-options.ts'

/** Flags about videos and what is done with them. */
export type RenderFlags = SongFlags & {
  format?: string
  fps?: string
  loudness?: string
  motion?: string
  count?: string
  printRequest?: boolean
  dryRun?: boolean
  open?: boolean
  albumVideo?: boolean
  sampler?: string | true
  keep?: boolean
}

/** `songreel render <songs...>` */
export function addRenderCommand(program: Command): void {
  const songs = 'one or more songs (mp3, flac, wav, aiff, ogg, opus, m4a), or a folder of them'
  addVideoOptions(program.command('render').argument('<songs...>', songs))
    .summary('videos of your songs')
    .option('--album-video', 'one video of all songs, without a gap, with a chapter for each')
    .option('--sampler [secs]', 'one video of the best moment of each song, 60 s at most')
    .option('--print-request', 'print the POST /v1/batches body for the same videos, and stop')
    .action(async (songs: string[], _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<RenderFlags>()
      const wish = readAlbumWish(flags)
      if (flags.printRequest) return runPlainCommand(flags, () => print(songs, flags))
      const { dryRun: isDryRun = false, open: isOpened = false } = flags
      return runCommand(flags, {}, async (context) => {
        const { renderSongs } = await import('../videos/render-songs.ts')
        const order = { ...(await readOrder(songs[0]!, flags)), isDryRun, isOpened }
        if (!wish) return renderSongs(songs, order, context)
        const { renderAlbum } = await import('../videos/render-album.ts')
        return renderAlbum(songs, { ...order, wish }, context)
      })
    })
}

/** Whether several songs become one video, and which of their seconds. */
function readAlbumWish({ albumVideo, sampler, ...flags }: RenderFlags): { samplerSecs?: number } | undefined {
  if (!albumVideo && !sampler) return undefined
  if (albumVideo && sampler) throw usageError('--album-video and --sampler are two videos. Run it twice.')
  const inVain = (
    [
      'printRequest',
      'title',
      'start',
      'end',
      'length',
      'lyrics',
      'clip',
      'photo',
      'background',
      'count',
    ] as const
  ).find((name) => flags[name] !== undefined)
  if (inVain) {
    const name = inVain.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw usageError(`--${name} is about one song, and has no place in a video of several.`)
  }
  if (!sampler) return {}
  const samplerSecs = sampler === true ? DEFAULT_SAMPLER_SECS : Number(sampler)
  if (samplerSecs >= 5 && samplerSecs <= 180) return { samplerSecs }
  throw usageError(`--sampler must be a number of seconds from 5 to 180, not ${sampler}.`)
}

const DEFAULT_SAMPLER_SECS = 60

/** Declares how videos are made and where they go. */
export function addVideoOptions(command: Command): Command {
  return addSongOptions(command)
    .option('--quality <name>', 'PREVIEW, HD, FULL (1080) or ULTRA (2160)')
    .option('--format <name>', Object.keys(OUTPUT_FORMATS).join(', '))
    .option('--fps <number>', '24, 25, 30, 50 or 60')
    .option('--loudness <LUFS>', "a target such as -14; ORIGINAL (the default) keeps the song's own")
    .option('--motion <name>', 'FULL, or REDUCED: without pulses and large moves')
    .option('--count <number>', 'variations per aspect ratio, 1 to 10')
    .option('--out <place>', 'a folder, or the name of one file')
    .option('--dry-run', 'check everything, render nothing')
    .option('--no-keep', 'encode everything anew, and keep no pieces for the next version')
    .option('--open', 'open the first video when it is finished')
}

async function print(songs: readonly string[], flags: RenderFlags): Promise<undefined> {
  const [song, ...others] = songs
  if (others.length > 0) throw usageError('--print-request takes one song: a batch is about one.')
  const { printRequest } = await import('../videos/render-song.ts')
  const signal = listenForStop()
  process.stdout.write(`${await printRequest(await readOrder(song!, flags), { signal })}\n`)
  const hint = 'Put addresses in that the server can reach, or upload the files first: POST /v1/uploads'
  if (process.stderr.isTTY) process.stderr.write(`\n  ${hint}\n`)
}

/** Makes an order out of the flags. */
export async function readOrder(song: string, flags: RenderFlags): Promise<RenderCommand> {
  const { parseMoment, ...parse } = await import('../videos/video-settings.ts')
  const count = flags.count === undefined ? 1 : parse.parseCount(flags.count)
  return {
    files: { song, art: flags.art, lyrics: flags.lyrics, clips: flags.clip, photo: flags.photo },
    song: readSongOrder(flags, { parseMoment, count }),
    settings: {
      quality: flags.quality === undefined ? 'FULL' : parse.parseQuality(flags.quality),
      format: flags.format === undefined ? 'MP4' : parse.parseFormat(flags.format),
      fps: flags.fps === undefined ? undefined : parse.parseFps(flags.fps),
      loudness: flags.loudness === undefined ? 'ORIGINAL' : parse.parseLoudness(flags.loudness),
      motion: flags.motion === undefined ? 'FULL' : parse.parseMotion(flags.motion),
      count,
      aspects: flags.aspect === undefined ? undefined : parse.parseAspects(flags.aspect),
    },
    out: flags.out,
    brand: flags.brand,
    keepsSegments: flags.keep !== false,
  }
}
