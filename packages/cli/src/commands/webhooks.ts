import type { Command } from 'commander'
import type { ExitCode } from '../cli-error.ts'
import type { ListFlags } from '../remote/collect-list.ts'
import type { FieldFlag } from '../remote/resources.ts'
import { addFieldOptions, addListOptions, readValues } from './catalogue.ts'
import {
  addProfileOption,
  addRemoteOptions,
  type Remote,
  type RemoteFlags,
  runRemote,
} from './remote-command.ts'

type HookFlags = RemoteFlags & ListFlags & { forwardTo?: string; url?: string; type?: string; since?: string }
type Actions = typeof import('../remote/manage-deliveries.ts')
type Context = Remote<HookFlags> & { values: Record<string, unknown> }

const FILTERS: FieldFlag[] = [
  { field: 'status', flag: 'status', value: 'name', help: 'PENDING, DELIVERED or FAILED' },
  { field: 'type', flag: 'type', value: 'event', help: 'such as batch.completed' },
  { field: 'batchId', flag: 'batch', value: 'id', help: 'only those about this batch' },
]

/** `songreel webhooks listen|test|deliveries|resend|recover|secret` */
export function addWebhooksCommand(program: Command): void {
  const group = program.command('webhooks').summary('listen, test, deliveries, resend, recover, secret')
  addProfileOption(group.command('listen'))
    .summary('shows events as they happen, and forwards them to you')
    .option('--forward-to <url>', 'a receiver of yours, such as http://localhost:3000/hooks')
    .action((_: unknown, command: Command) =>
      runRemote<HookFlags>(command, async (remote) => {
        const { listenForEvents } = await import('../remote/listen-for-events.ts')
        return listenForEvents(remote)
      }),
    )
  addRemoteOptions(group.command('test'))
    .summary('sends a sample the way a real event goes')
    .option('--url <url>', "the receiver; else the organization's webhook")
    .option('--type <event>', 'such as batch.completed; else ping')
    .action((_: unknown, command: Command) =>
      run(command, ({ sendTestEvent }, remote) => sendTestEvent(remote)),
    )
  addFieldOptions(addListOptions(addRemoteOptions(group.command('deliveries'))), FILTERS)
    .summary('what was sent and what was responded; with an id, every attempt')
    .argument('[id]', 'the id of a delivery')
    .action((id: string | undefined, _: unknown, command: Command) =>
      run(command, ({ showDeliveries }, remote) => showDeliveries(id, FILTERS, remote)),
    )
  addRemoteOptions(group.command('resend'))
    .summary('sends an event again, under the same webhook-id')
    .argument('<id>', 'the id of a delivery')
    .action((id: string, _: unknown, command: Command) =>
      run(command, ({ resendDelivery }, remote) => resendDelivery(id, remote)),
    )
  addRemoteOptions(group.command('recover'))
    .summary('sends everything again that was given up')
    .requiredOption('--since <time>', 'since when, such as 2026-11-01')
    .action((_: unknown, command: Command) =>
      run(command, ({ recoverDeliveries }, remote) => recoverDeliveries(remote)),
    )
  addProfileOption(group.command('secret'))
    .summary('prints the secret that signs')
    .action((_: unknown, command: Command) => run(command, ({ showSecret }, remote) => showSecret(remote)))
}

function run(
  command: Command,
  act: (actions: Actions, remote: Context) => Promise<ExitCode | undefined>,
): Promise<void> {
  return runRemote<HookFlags>(command, async (remote) =>
    act(await import('../remote/manage-deliveries.ts'), { ...remote, values: readValues(command, FILTERS) }),
  )
}
