import type { Command } from 'commander'
import type { ExitCode } from '../cli-error.ts'
import type { ListFlags } from '../remote/collect-list.ts'
import { addListOptions } from './catalogue.ts'
import { addRemoteOptions, type Remote, type RemoteFlags, runRemote } from './remote-command.ts'

/** Flags of the commands about buckets. */
type DestinationFlags = RemoteFlags &
  ListFlags & {
    name?: string
    accessKeyId?: string
    bucket?: string
    prefix?: string
    region?: string
    endpoint?: string
    credentials?: string
  }
type Actions = typeof import('../remote/manage-destinations.ts')

/** `songreel destinations add|list|test|delete|redeliver` */
export function addDestinationsCommand(program: Command): void {
  const group = program.command('destinations').summary('add, list, test, delete, redeliver')
  addRemoteOptions(group.command('add'))
    .summary('stores the keys of a bucket; the secret one is read from stdin, or from AWS_SECRET_ACCESS_KEY')
    .requiredOption('--name <name>', 'what the keys are for')
    .option('--access-key-id <id>', 'the access key id; else AWS_ACCESS_KEY_ID')
    .action((_: unknown, command: Command) =>
      run(command, ({ addCredentials }, remote) => addCredentials(remote)),
    )
  addListOptions(addRemoteOptions(group.command('list')))
    .summary('the keys that are stored, with a hint of each')
    .action((_: unknown, command: Command) =>
      run(command, ({ listCredentials }, remote) => listCredentials(remote)),
    )
  addBucketOptions(addRemoteOptions(group.command('test')))
    .summary('stores a small object in a bucket, and deletes it again')
    .argument('<credentials>', 'the id of stored keys')
    .action((id: string, _: unknown, command: Command) =>
      run(command, ({ testBucket }, remote) => testBucket(id, remote)),
    )
  addRemoteOptions(group.command('delete'))
    .summary('deletes stored keys; what waits for them fails')
    .argument('<credentials>', 'the id of stored keys')
    .action((id: string, _: unknown, command: Command) =>
      run(command, ({ deleteCredentials }, remote) => deleteCredentials(id, remote)),
    )
  addBucketOptions(addRemoteOptions(group.command('redeliver')))
    .summary("sends a render's files again: to its destination, or to the bucket that is named")
    .argument('<render>', 'the id of a completed render')
    .option('--credentials <id>', 'the stored keys of another bucket')
    .action((id: string, _: unknown, command: Command) =>
      run(command, ({ redeliver }, remote) => redeliver(id, remote)),
    )
}

function addBucketOptions(command: Command): Command {
  return command
    .option('--bucket <name>', 'the bucket')
    .option('--prefix <path>', 'where in the bucket')
    .option('--region <name>', 'its region; else us-east-1')
    .option('--endpoint <url>', 'the address of a store other than AWS')
}

function run(
  command: Command,
  act: (actions: Actions, remote: Remote<DestinationFlags>) => Promise<ExitCode | undefined>,
): Promise<void> {
  return runRemote<DestinationFlags>(command, async (remote) =>
    act(await import('../remote/manage-destinations.ts'), remote),
  )
}
