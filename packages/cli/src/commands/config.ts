import type { Command } from 'commander'
import type { OutputFlags } from '../remote/output-form.ts'
import { type GlobalFlags, runPlainCommand } from '../run-command.ts'

type ConfigFlags = GlobalFlags & OutputFlags

/** `songreel config`, and `list`, `use <profile>`, `remove <profile>` */
export function addConfigCommand(program: Command): void {
  const config = program
    .command('config')
    .summary('the servers that you have signed in to')
    .usage('list | use <profile> | remove <profile>')
    .option('-o, --output <form>', 'table, json or ids')
    .action((_: unknown, command: Command) => run(command, ({ listProfiles }, flags) => listProfiles(flags)))
  config
    .command('list')
    .summary('all of them')
    .option('-o, --output <form>', 'table, json or ids')
    .action((_: unknown, command: Command) => run(command, ({ listProfiles }, flags) => listProfiles(flags)))
  config
    .command('use')
    .summary('makes one the current')
    .argument('<profile>', 'the name of a profile')
    .action((name: string, _: unknown, command: Command) =>
      run(command, ({ switchProfile }, flags) => switchProfile(name, flags)),
    )
  config
    .command('remove')
    .summary('forgets one, with its token')
    .argument('<profile>', 'the name of a profile')
    .action((name: string, _: unknown, command: Command) =>
      run(command, ({ removeProfile }, flags) => removeProfile(name, flags)),
    )
}

type Actions = typeof import('../remote/change-profiles.ts')

async function run(
  command: Command,
  act: (actions: Actions, flags: ConfigFlags) => Promise<undefined>,
): Promise<void> {
  const flags = command.optsWithGlobals<ConfigFlags>()
  await runPlainCommand(flags, async () => act(await import('../remote/change-profiles.ts'), flags))
}
