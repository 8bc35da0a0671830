import type { Songreel } from '@songreel/sdk'
import { createPaint } from '../print.ts'
import { createTerminalView } from '../progress-view.ts'
import { findFile } from '../songs/find-file.ts'

type UploadContext = {
  signal: AbortSignal
  flags: { json?: boolean; quiet?: boolean }
  /** Makes the upload repeatable. */
  key?: string
}

/** The address of a file: as it is, or that of its upload, which a terminal sees go on. */
export async function uploadUnlessUrl(
  client: Songreel,
  place: string,
  { signal, flags, key }: UploadContext,
): Promise<string> {
  if (isUrl(place)) return place
  const file = await findFile(place, 'file')
  const { stderr } = process
  const isShown = stderr.isTTY && !flags.quiet && !flags.json
  const view = isShown ? createTerminalView(stderr, createPaint(stderr)) : undefined
  try {
    const { url } = await client.uploads.create(file, {
      signal,
      ...(key && { idempotencyKey: key }),
      ...(view && {
        onProgress: ({ sentBytes, totalBytes }) =>
          view.wait(`Uploading ${place}  ${Math.floor((100 * sentBytes) / (totalBytes || 1))} %`),
      }),
    })
    return url
  } finally {
    view?.close()
  }
}

/** Whether a server can fetch it itself. */
export function isUrl(place: string): boolean {
  return /^https?:\/\//i.test(place)
}
