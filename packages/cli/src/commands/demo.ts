import type { Command } from 'commander'
import { type GlobalFlags, runCommand } from '../run-command.ts'

type DemoFlags = GlobalFlags & {
  aspect?: string
  template?: string
  quality?: string
  out?: string
  open?: boolean
}

/** `songreel demo` */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .summary('a video from nothing')
    .option('--aspect <shape>', 'such as 9x16, 1x1 or 16x9')
    .option('--template <id>', 'the template; songreel templates lists them')
    .option('--quality <name>', 'PREVIEW, HD, FULL (1080) or ULTRA (2160)')
    .option('--out <place>', 'a folder, or the name of the file')
    .option('--open', 'open the video when it is finished')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<DemoFlags>()
      await runCommand(flags, { isSolo: true }, async (context) => {
        const { makeDemoVideo } = await import('../videos/demo-video.ts')
        return makeDemoVideo(flags, context)
      })
    })
}
