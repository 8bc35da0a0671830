import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, type McpOptions } from './create-mcp-server.ts'
import { openLocalFiles } from './local-files.ts'

type StdioOptions = Omit<McpOptions, 'files'> & {
  /** The folders whose songs, pictures and lyrics may be sent, and where videos may be saved. */
  folders: readonly string[]
  signal?: AbortSignal
}

/** Offers the tools to the program that started this one, on stdin and stdout, until it closes them. */
export async function serveStdio({ folders, signal, ...options }: StdioOptions): Promise<void> {
  const files = await openLocalFiles(folders)
  const ended = new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    signal?.addEventListener('abort', resolve, { once: true })
  })
  const connection = serve(() => createMcpServer({ ...options, files }))
  await ended
  await connection.close()
}
