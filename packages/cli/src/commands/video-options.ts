import type { Command } from 'commander'
import { usageError } from '../cli-error.ts'
import { formatClock } from '../clock.ts'
import { parseBackground } from '../parse-background.ts'
import type { GlobalFlags } from '../run-command.ts'
import type { SongOrder } from '../videos/prepare-song.ts'
import { collect } from './collect.ts'

const MIN_LENGTH_SECS = 1

/** Flags about song and template, shared by the commands that show a song. */
export type SongFlags = GlobalFlags & {
  art?: string
  lyrics?: string
  clip?: string[]
  photo?: string
  background?: string
  aspect?: string
  template?: string
  start?: string
  end?: string
  full?: boolean
  length?: string
  text?: string
  set?: string[]
  data?: string
  brand?: string
  quality?: string
  title?: string
  artist?: string
  album?: string
  out?: string
}

/** Declares them; a server is not asked how long the song is, so it takes no length. */
export function addSongOptions(command: Command, { isRemote = false }: { isRemote?: boolean } = {}): Command {
  command
    .option('--art <file>', 'the cover; by default the one embedded in the song, or one is drawn')
    .option('--lyrics <file>', 'for a template that shows them: LRC, SRT, WebVTT, TTML, ASS or plain text')
    .option('--clip <file>', 'a video, for a template that shows yours; can be repeated', collect)
    .option(
      '--background <name>',
      'what lies behind the look: COVER, VIDEOS (your clips) or ARTIST (a photo)',
    )
    .option('--photo <file>', "the artist's photograph, for --background ARTIST and looks that show it")
    .option('--aspect <shapes>', 'one or more, such as 9x16,1x1,16x9')
    .option(
      '--template <id>',
      `the template; songreel ${isRemote ? 'contents list' : 'templates'} lists them`,
    )
    .option('--start <time>', 'where to start in the song, such as 1:02')
    .option('--end <time>', 'last moment')
  if (!isRemote)
    command
      .option('--full', 'the whole song')
      .option('--length <secs>', 'the best moment of about this many seconds, such as 30')
      .option('--brand <file>', 'what the videos wear: logo, fonts, colours and end card in a JSON file')
  return command
    .option('--text <words>', 'a line of your own, such as "Out now"')
    .option('--set <key=value>', "one of the template's fields; can be repeated", collect)
    .option('--data <file>', "the template's fields in a JSON file")
    .option('--title <name>', "instead of the file's tags")
    .option('--artist <name>', "instead of the file's tags")
    .option('--album <name>', "instead of the file's tags")
}

/** Makes an order out of them; the engine's part of the flags is read where the engine is loaded. */
export function readSongOrder(
  flags: SongFlags,
  { parseMoment, count }: { parseMoment: (flag: string) => (text: string) => number; count: number },
): SongOrder {
  const { start, end, full = false, length, title, artist, album } = flags
  if (full && (start !== undefined || end !== undefined)) {
    throw usageError('--full and --start or --end exclude each other.')
  }
  const lengthSecs = length === undefined ? undefined : parseMoment('--length')(length)
  const startSecs = start === undefined ? undefined : parseMoment('--start')(start)
  const endSecs = end === undefined ? undefined : parseMoment('--end')(end)
  if (endSecs !== undefined && endSecs <= (startSecs ?? 0)) {
    throw usageError(`--end ${end} must come after --start ${start ?? '0:00'}.`)
  }
  if (lengthSecs !== undefined) checkLength(lengthSecs, { startSecs, endSecs, isFull: full })
  return {
    names: { ...(title && { title }), ...(artist && { artist }), ...(album && { album }) },
    template: flags.template,
    background: parseBackground(flags.background),
    data: { set: flags.set ?? [], text: flags.text, data: flags.data },
    wanted: {
      isFull: full,
      ...(startSecs !== undefined && { startSecs }),
      ...(endSecs !== undefined && { endSecs }),
      ...(lengthSecs !== undefined && { lengthSecs }),
    },
    count,
  }
}

/** `--length` leaves the place to us; whoever knows the place says where it ends. */
function checkLength(
  lengthSecs: number,
  {
    startSecs,
    endSecs,
    isFull,
  }: { startSecs?: number | undefined; endSecs?: number | undefined; isFull: boolean },
): void {
  if (lengthSecs < MIN_LENGTH_SECS)
    throw usageError(`--length must be at least ${MIN_LENGTH_SECS} second, not ${lengthSecs}.`)
  if (isFull) throw usageError('--full and --length exclude each other: the whole song has its own length.')
  if (startSecs === undefined && endSecs === undefined) return
  const start = startSecs ?? Math.max(0, endSecs! - lengthSecs)
  const range = `--start ${formatClock(start)} --end ${formatClock(endSecs ?? start + lengthSecs)}`
  throw usageError(
    `--length looks for the best moment itself, so it does not go with --start or --end. For a part of your own: ${range}`,
  )
}
