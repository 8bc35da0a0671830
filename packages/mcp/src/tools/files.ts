import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BatchPath } from '@songreel/contract'
import { z } from 'zod'
import type { LocalFiles } from '../local-files.ts'
import { linkTo, show } from '../show.ts'
import { defineTool, type Tool } from '../tool.ts'

/** Files of this computer, on their way to the server and back; only where the tools run beside them. */
export function createFileTools(files: LocalFiles): Tool[] {
  return [createUploadTool(files), createDownloadTool(files)]
}

function createUploadTool(files: LocalFiles): Tool {
  return defineTool({
    name: 'upload_file',
    title: 'Upload a file',
    description:
      'Sends a song, cover, video or file of lyrics from this computer to the server. The url that it returns goes wherever a URL is asked, such as media.audioUrl.',
    effect: 'ADDS',
    input: z.object({ path: z.string().min(1).max(4096).describe('Where the file is') }),
    async run({ path }, { songreel, signal, report }) {
      const upload = await songreel.uploads.create(await files.find(path), {
        signal,
        onProgress: ({ sentBytes, totalBytes }) =>
          report(Math.floor((100 * sentBytes) / totalBytes), `${sentBytes} of ${totalBytes} bytes`),
      })
      return show(upload)
    },
  })
}

function createDownloadTool(files: LocalFiles): Tool {
  return defineTool({
    name: 'download_videos',
    title: 'Save videos',
    description: 'Saves the finished videos of a batch in a folder of this computer and checks them.',
    effect: 'REPEATABLE',
    input: BatchPath.extend({
      folder: z.string().min(1).max(4096).default('.').describe('Where to; made if it is missing'),
    }),
    async run({ batchId, folder }, { songreel, signal }) {
      const dir = await files.findFolder(folder)
      const videos = await songreel.batches.downloadAll(batchId, { dir, signal })
      return show(
        { videos },
        videos.map(({ file }) => linkTo(pathToFileURL(file).href, basename(file))),
      )
    },
  })
}
