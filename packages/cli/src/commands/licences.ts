import type { Command } from 'commander'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'

/** `songreel licences` */
export function addLicencesCommand(program: Command): void {
  program
    .command('licences')
    .alias('licenses')
    .summary('every bundled package, its licence and what is in it')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<GlobalFlags>()
      await runPlainCommand(flags, async () => {
        const { printLicences } = await import('../licences/print-licences.ts')
        await printLicences(flags)
        return undefined
      })
    })
}
