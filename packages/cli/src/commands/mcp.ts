import type { Command } from 'commander'
import { VERSION } from '../version.ts'
import { addProfileOption, type RemoteFlags, runRemote } from './remote-command.ts'

type McpFlags = RemoteFlags & { files?: string[] }

/** `songreel mcp` */
export function addMcpCommand(program: Command): void {
  addProfileOption(program.command('mcp'))
    .summary('tools for assistants, on stdin and stdout (Model Context Protocol)')
    .option('--files <folder...>', 'folders whose songs and covers it may send; else the current one')
    .action((_: unknown, command: Command) =>
      runRemote<McpFlags>(command, async ({ client, flags, signal }) => {
        const { serveStdio } = await import('@songreel/mcp/stdio')
        await serveStdio({ songreel: client, version: VERSION, folders: flags.files ?? ['.'], signal })
        return undefined
      }),
    )
}
