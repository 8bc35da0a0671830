import type { Command } from 'commander'
import { addRemoteOptions, runRemote } from './remote-command.ts'

/** `songreel contents list|get` */
export function addContentsCommand(program: Command): void {
  const contents = program.command('contents').summary("list, get: a server's templates")
  addRemoteOptions(contents.command('list'))
    .summary('all of them')
    .action((_: unknown, command: Command) =>
      runRemote(command, async (remote) => {
        const { listContents } = await import('../remote/show-contents.ts')
        return listContents(remote)
      }),
    )
  addRemoteOptions(contents.command('get'))
    .summary('one, with the schema of its fields')
    .argument('<id>', 'such as BASE_BASIC_UNIFIED')
    .action((id: string, _: unknown, command: Command) =>
      runRemote(command, async (remote) => {
        const { showContent } = await import('../remote/show-contents.ts')
        return showContent(id, remote)
      }),
    )
}
