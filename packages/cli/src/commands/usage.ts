import type { Command } from 'commander'
import type { UsageFlags } from '../remote/show-usage.ts'
import { addProfileOption, type RemoteFlags, runRemote } from './remote-command.ts'

/** `songreel usage` */
export function addUsageCommand(program: Command): void {
  addProfileOption(program.command('usage'))
    .summary('what was made, by day, template or artist')
    .option('--from <day>', 'the first day, such as 2026-11-01')
    .option('--to <day>', 'the last day, which counts; else today')
    .option('--days <number>', 'instead of --from: how many days; else 7')
    .option('--time-zone <name>', 'whose days, such as Europe/Berlin; else UTC')
    .option('--by <what>', 'day, content or artist; else day')
    .option('-o, --output <form>', 'table, json or csv')
    .action((_: unknown, command: Command) =>
      runRemote<RemoteFlags & UsageFlags>(command, async (remote) => {
        const { showUsage } = await import('../remote/show-usage.ts')
        return showUsage(remote)
      }),
    )
}
