import type { Command } from 'commander'
import { addRemoteOptions, type RemoteFlags, runRemote } from './remote-command.ts'

/** `songreel contents list|get|create|update|delete|restore` */
export function addContentsCommand(program: Command): void {
  const contents = program
    .command('contents')
    .summary("list, get: a server's templates; create, update, delete, restore: looks of your own")
  addRemoteOptions(contents.command('list'))
    .summary('all of them')
    .option('--only-deleted', 'looks of your own that can be restored')
    .action((_: unknown, command: Command) =>
      runRemote<RemoteFlags & { onlyDeleted?: boolean }>(command, async (remote) => {
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
  addLookCommands(contents)
}

function addLookCommands(contents: Command): void {
  const file: [string, string] = [
    '<file>',
    'the look as JSON, such as looks/neon-pulse/template.json; - is stdin',
  ]
  addRemoteOptions(contents.command('create'))
    .summary('a look of your own; its id is issued')
    .argument(...file)
    .action((path: string, _: unknown, command: Command) =>
      runRemote(command, async (remote) => {
        const { createLook } = await import('../remote/manage-looks.ts')
        return createLook(path, remote)
      }),
    )
  addRemoteOptions(contents.command('update'))
    .summary('a new version of a look')
    .argument('<id>', 'such as OWN_NEON_PULSE')
    .argument(...file)
    .action((id: string, path: string, _: unknown, command: Command) =>
      runRemote(command, async (remote) => {
        const { updateLook } = await import('../remote/manage-looks.ts')
        return updateLook(id, path, remote)
      }),
    )
  addRemoteOptions(contents.command('delete'))
    .summary('offers a look no more; videos that exist stay')
    .argument('<id>', 'such as OWN_NEON_PULSE')
    .action((id: string, _: unknown, command: Command) =>
      runRemote(command, async (remote) => {
        const { deleteLook } = await import('../remote/manage-looks.ts')
        return deleteLook(id, remote)
      }),
    )
  addRemoteOptions(contents.command('restore'))
    .summary('offers a deleted look again')
    .argument('<id>', 'such as OWN_NEON_PULSE')
    .action((id: string, _: unknown, command: Command) =>
      runRemote(command, async (remote) => {
        const { restoreLook } = await import('../remote/manage-looks.ts')
        return restoreLook(id, remote)
      }),
    )
}
