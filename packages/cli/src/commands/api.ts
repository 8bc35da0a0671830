import type { Command } from 'commander'
import { collect } from './collect.ts'
import { addProfileOption, type RemoteFlags, runRemote } from './remote-command.ts'

type ApiFlags = RemoteFlags & { data?: string; header?: string[] }

/** `songreel api <METHOD> <path>` */
export function addApiCommand(program: Command): void {
  addProfileOption(program.command('api'))
    .summary('any call of the API, signed in')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'such as /v1/limits')
    .option('-d, --data <json>', 'the body; @file reads a file, @- stdin')
    .option('-H, --header <line>', 'such as "Idempotency-Key: release-7"; can be repeated', collect)
    .action((method: string, path: string, _: unknown, command: Command) =>
      runRemote<ApiFlags>(command, async (remote) => {
        const { callApi } = await import('../remote/call-api.ts')
        return callApi({ method, path }, remote)
      }),
    )
}
