import type { Command } from 'commander'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'

/** `songreel completion bash|zsh|fish` */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .summary('words for the Tab key of your shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell: string, _: unknown, command: Command) => {
      await runPlainCommand(command.optsWithGlobals<GlobalFlags>(), async () => {
        const { writeCompletion } = await import('../write-completion.ts')
        process.stdout.write(writeCompletion(shell, program))
        return undefined
      })
    })
}
