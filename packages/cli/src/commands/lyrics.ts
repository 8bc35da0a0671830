import type { Command } from 'commander'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'

type ConvertFlags = GlobalFlags & { to?: string; out?: string; song?: string }

/** `songreel lyrics convert|check <file>` */
export function addLyricsCommand(program: Command): void {
  const lyrics = program.command('lyrics').summary('convert, check: files of lyrics')
  const file = 'a file of lyrics (LRC, SRT, WebVTT, TTML, ASS or plain text)'
  lyrics
    .command('convert')
    .summary('writes lyrics in another format')
    .argument('<file>', file)
    .option('--to <format>', 'lrc, srt, vtt, ttml, ass or json; else as the ending of --out says')
    .option('-o, --out <file>', 'where to write it; else to stdout')
    .option('--song <file>', 'for plain text: the song that its lines are spread over')
    .action(async (path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ConvertFlags>()
      await runPlainCommand(flags, async () => {
        const { convertLyrics } = await import('../lyrics/convert-lyrics.ts')
        return convertLyrics(path, flags)
      })
    })
  lyrics
    .command('check')
    .summary('says what is in lyrics, or which line cannot be read')
    .argument('<file>', file)
    .action(async (path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<GlobalFlags>()
      await runPlainCommand(flags, async () => {
        const { checkLyrics } = await import('../lyrics/check-lyrics.ts')
        return checkLyrics(path, flags)
      })
    })
}
