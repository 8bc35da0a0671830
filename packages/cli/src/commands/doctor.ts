import type { Command } from 'commander'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'
import { addDataOption, chooseDataFolder } from './data-option.ts'

type DoctorFlags = GlobalFlags & { data?: string }

/** `songreel doctor` */
export function addDoctorCommand(program: Command): void {
  addDataOption(program.command('doctor'))
    .summary('checks everything that videos need, and says what to do')
    .action(async (_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<DoctorFlags>()
      await runPlainCommand(flags, async () => {
        const { examine } = await import('../checks/examine.ts')
        return examine({ dataFolder: chooseDataFolder(flags.data), json: flags.json ?? false })
      })
    })
}
