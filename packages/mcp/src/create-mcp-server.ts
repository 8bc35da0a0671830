import { McpServer } from '@modelcontextprotocol/server'
import type { Songreel } from '@songreel/sdk'
import type { LocalFiles } from './local-files.ts'
import { addTool } from './tool.ts'
import { ACCOUNT_TOOLS } from './tools/account.ts'
import { BATCH_TOOLS } from './tools/batches.ts'
import { CATALOGUE_TOOLS } from './tools/catalogue.ts'
import { createFileTools } from './tools/files.ts'
import { REBUILD_TOOLS } from './tools/rebuilds.ts'
import { TEMPLATE_TOOLS } from './tools/templates.ts'

/** What the tools work with. */
export type McpOptions = {
  songreel: Songreel
  version: string
  /** The files that the assistant may use; without them the tools for files are left out. */
  files?: LocalFiles
}

const WITH_FILES =
  'upload_file for the song (and the cover), list_templates to choose a template, create_batch with the URLs that the uploads returned, get_batch with waitSecs until isFinal is true, download_videos.'
const WITHOUT_FILES =
  'list_templates to choose a template, create_batch with URLs of the song and the cover, get_batch with waitSecs until isFinal is true; each completed render has a renderUrl. A file that has no URL is sent to POST /v1/uploads first.'

/** A server with all tools, for one connection or request. */
export function createMcpServer({ songreel, version, files }: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'songreel', title: 'Songreel', version },
    {
      instructions: `Songreel makes the videos of a music release. From a song to a video: ${files ? WITH_FILES : WITHOUT_FILES} Try a template with preview_template, and outputQuality PREVIEW is fast.`,
    },
  )
  const tools = [
    ...TEMPLATE_TOOLS,
    ...CATALOGUE_TOOLS,
    ...BATCH_TOOLS,
    ...REBUILD_TOOLS,
    ...ACCOUNT_TOOLS,
    ...(files ? createFileTools(files) : []),
  ]
  for (const tool of tools) addTool(server, tool, songreel)
  return server
}
