import type { Command } from 'commander'
import { runCommand } from '../run-command.ts'
import type { SongRow } from '../songs/read-song-list.ts'
import { addVideoOptions, type RenderFlags, readOrder } from './render.ts'

/** `songreel batch <folder|csv>` */
export function addBatchCommand(program: Command): void {
  addVideoOptions(
    program.command('batch').argument('<list>', 'a folder of songs, or a CSV file with one row per video'),
  )
    .summary('one video per song of a folder or row of a CSV file')
    .action(async (list: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<RenderFlags>()
      const { dryRun: isDryRun = false, open: isOpened = false } = flags
      await runCommand(flags, {}, async (context) => {
        const { renderList } = await import('../videos/render-list.ts')
        const plan = async (song: string, row?: SongRow) => ({
          ...(await readOrder(song, row ? mergeRow(flags, row) : flags)),
          isDryRun,
          isOpened,
        })
        return renderList(list, plan, context)
      })
    })
}

/** What a row says counts before the command line; a part of the song that it names replaces the other one whole. */
function mergeRow(flags: RenderFlags, { cells, set }: SongRow): RenderFlags {
  const { full, song: _, ...named } = cells
  const { start, end, full: isFull, length, ...others } = flags
  const isOwnPart = ['start', 'end', 'full', 'length'].some((name) => cells[name] !== undefined)
  const part = isOwnPart
    ? { full: full !== undefined && !/^(no|false|0)$/i.test(full) }
    : {
        ...(start !== undefined && { start }),
        ...(end !== undefined && { end }),
        full: isFull ?? false,
        ...(length !== undefined && { length }),
      }
  return { ...others, ...part, ...named, set: [...(flags.set ?? []), ...set] }
}
