import type { Command } from 'commander'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'

/** `songreel templates [id]` */
export function addTemplatesCommand(program: Command): void {
  program
    .command('templates')
    .summary('the templates; with an id, its fields, needs and an example')
    .argument('[id]', 'such as BASE_BASIC_UNIFIED')
    .action(async (id: string | undefined, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<GlobalFlags>()
      await runPlainCommand(flags, async () => {
        const { printTemplate, printTemplates } = await import('../videos/print-templates.ts')
        await (id === undefined ? printTemplates(flags) : printTemplate(id, flags))
        return undefined
      })
    })
}
