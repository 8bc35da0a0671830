import type { Command } from 'commander'
import { usageError } from '../cli-error.ts'
import type { GlobalFlags } from '../run-command.ts'
import type { SongOrder } from '../songs/prepare-song.ts'

/** Flags about song and look, shared by the commands that show a song. */
export type SongFlags = GlobalFlags & {
  art?: string
  aspect?: string
  template?: string
  start?: string
  end?: string
  full?: boolean
  text?: string
  set?: string[]
  data?: string
  quality?: string
  title?: string
  artist?: string
  album?: string
  out?: string
}

/** Declares them. */
export function addSongOptions(command: Command): Command {
  return command
    .option('--art <file>', 'the cover; else the one inside the song, else one is drawn')
    .option('--aspect <shapes>', 'one or more, such as 9x16,1x1,16x9')
    .option('--template <id>', 'the look; songreel templates lists them')
    .option('--start <time>', 'first moment of the song, such as 1:02')
    .option('--end <time>', 'last moment')
    .option('--full', 'the whole song')
    .option('--text <words>', 'a line of your own, such as "Out now"')
    .option('--set <key=value>', "one of the template's fields; any number of times", collect)
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
  const { start, end, full = false, title, artist, album } = flags
  if (full && (start !== undefined || end !== undefined)) {
    throw usageError('--full and --start or --end exclude each other.')
  }
  const startSecs = start === undefined ? undefined : parseMoment('--start')(start)
  const endSecs = end === undefined ? undefined : parseMoment('--end')(end)
  if (endSecs !== undefined && endSecs <= (startSecs ?? 0)) {
    throw usageError(`--end ${end} must come after --start ${start ?? '0:00'}.`)
  }
  return {
    names: { ...(title && { title }), ...(artist && { artist }), ...(album && { album }) },
    template: flags.template,
    data: { set: flags.set ?? [], text: flags.text, data: flags.data },
    wanted: {
      isFull: full,
      ...(startSecs !== undefined && { startSecs }),
      ...(endSecs !== undefined && { endSecs }),
    },
    count,
  }
}

function collect(value: string, values: string[] = []): string[] {
  return [...values, value]
}
