import type { Command } from 'commander'
import { addRemoteOptions, type Remote, type RemoteFlags, runRemote } from './remote-command.ts'

type OrgFlags = RemoteFlags & {
  name?: string
  webhook?: string
  graceSecs?: string
  videos?: string
  secs?: string
  bytes?: string
}
type Actions = typeof import('../remote/organizations.ts')

/** `songreel orgs get|update|create|rotate-token|quota` */
export function addOrgsCommand(program: Command): void {
  const orgs = program.command('orgs').summary('get, update, create, rotate-token, quota: organizations')
  addRemoteOptions(orgs.command('get'))
    .summary("shows the token's own")
    .action(run(({ showOrganization }) => showOrganization))
  addRemoteOptions(orgs.command('update'))
    .summary('changes its name or webhook')
    .option('--name <text>', 'a new name')
    .option(
      '--webhook <url>',
      'where to send the events of batches without their own webhook; "" for nowhere',
    )
    .action(run(({ updateOrganization }) => updateOrganization))
  addRemoteOptions(orgs.command('create'))
    .summary("makes another one, with the operator's token")
    .requiredOption('--name <text>', 'its name')
    .option('--webhook <url>', 'where to send its events')
    .action(run(({ createOrganization }) => createOrganization))
  addRemoteOptions(orgs.command('rotate-token'))
    .summary('makes a new token')
    .option('--grace-secs <number>', 'how long the old one still works; else a day')
    .action(run(({ rotateToken }) => rotateToken))
  addRemoteOptions(orgs.command('quota'))
    .summary("shows what may be made in a month, or limits it with the operator's token")
    .argument('[orgId]', 'the id of an organization; without it, the one of the token')
    .option('--videos <number>', 'videos a month; "none" for no limit')
    .option('--secs <number>', 'their length in seconds a month; "none" for no limit')
    .option('--bytes <number>', 'the size of their files in bytes a month; "none" for no limit')
    .action((orgId: string | undefined, _: unknown, command: Command) =>
      runRemote<OrgFlags>(command, async (remote) => {
        const { manageQuota } = await import('../remote/manage-quota.ts')
        return manageQuota(orgId, remote)
      }),
    )
}

function run(choose: (actions: Actions) => (remote: Remote<OrgFlags>) => Promise<undefined>) {
  return (_: unknown, command: Command) =>
    runRemote<OrgFlags>(command, async (remote) => choose(await import('../remote/organizations.ts'))(remote))
}
