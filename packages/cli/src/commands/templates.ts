import type { Command } from 'commander'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'

type CheckFlags = GlobalFlags & { preview?: boolean; art?: string; pictures?: string }

/** `songreel templates [id]`, and `list`, `new <folder>`, `check <folder>`, `schema` */
export function addTemplatesCommand(program: Command): void {
  const templates = program
    .command('templates')
    .summary('the templates; with an id, its fields, needs and an example')
    .usage('[id] | list | new <folder> | check <folder> | schema')
    .argument('[id]', 'such as BASE_BASIC_UNIFIED')
    .action((id: string | undefined, _: unknown, command: Command) => print(id, command))
  templates
    .command('list')
    .summary('all of them, with those of SONGREEL_TEMPLATES')
    .action((_: unknown, command: Command) => print(undefined, command))
  templates
    .command('new')
    .summary('a folder for a template of your own, that already works; with --json a look, without code')
    .argument('<folder>', 'a folder for the template, named like it, such as templates/neon-pulse')
    .option('--from <id>', 'a look that begins as one of ours')
    .action(async (folder: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<GlobalFlags & { from?: string }>()
      await runPlainCommand(flags, async () => {
        const { createOwnTemplate } = await import('../templates/create-own-template.ts')
        return createOwnTemplate(folder, flags)
      })
    })
  templates
    .command('check')
    .summary('examines a template of your own as ours are')
    .argument('<folder>', 'the folder of a template')
    .option('--preview', 'draw a new preview.png first')
    .option('--art <folder>', 'photographs over which its type is tried')
    .option('--pictures <folder>', 'where pictures of what is wrong go')
    .action(async (folder: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals<CheckFlags>()
      await runPlainCommand(flags, async () => {
        const { checkOwnTemplate } = await import('../templates/check-own-template.ts')
        return checkOwnTemplate(folder, flags)
      })
    })
  templates
    .command('schema')
    .summary('the JSON Schema of looks, for editors')
    .action(async (_: unknown, command: Command) => {
      await runPlainCommand(command.optsWithGlobals<GlobalFlags>(), async () => {
        const { describeLookSchema } = await import('@songreel/kit/look')
        process.stdout.write(`${JSON.stringify(describeLookSchema(), null, 2)}\n`)
        return undefined
      })
    })
}

async function print(id: string | undefined, command: Command): Promise<void> {
  const flags = command.optsWithGlobals<GlobalFlags>()
  await runPlainCommand(flags, async () => {
    const { printTemplate, printTemplates } = await import('../videos/print-templates.ts')
    await (id === undefined ? printTemplates(flags) : printTemplate(id, flags))
    return undefined
  })
}
