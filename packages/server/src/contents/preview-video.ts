import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { OfferedTemplate } from '../catalogue/find-templates.ts'
import type { Preview } from '../ongoing-work.ts'
import type { Services } from '../services.ts'
import { hashFacts, listTemplateFacts } from './make-preview.ts'
import { createAsker, type PreviewClient } from './preview-line.ts'
import { drawPreview, preparePreview } from './render-preview.ts'

const CLIP_SECS = 5
/** A template that takes any shape is shown in these. */
const SHAPES = ['9x16', '1x1', '16x9', '4x5']
/** Several times what all built-in templates take in all shapes. */
const MAX_KEPT_BYTES = 1 << 30
/** Older drafts are abandoned. */
const DRAFT_MAX_AGE_MS = 60 * 60_000

/** The shapes that a template is shown in: few, because anybody may ask for them and each is made once and kept. */
export function listPreviewShapes({ aspectRatios }: OfferedTemplate['template']): readonly string[] {
  return aspectRatios === 'ALL' ? SHAPES : aspectRatios
}

/** A template's picture, or its video in one shape, by default in its own. */
export type PreviewFile = {
  /** Opens it if it was made before. */
  find(): Promise<FileHandle | undefined>
  /** Makes and keeps it when the client's turn comes; several who wait for it wait for one. */
  make(client: PreviewClient, signal: AbortSignal): Promise<Buffer>
}

/** A few seconds of a template with the demo song; made on first demand and kept in the data folder. */
export function openPreviewVideo(
  services: Services,
  loaded: OfferedTemplate,
  aspectRatio?: string,
): PreviewFile {
  const name = hashFacts([...listTemplateFacts(loaded), aspectRatio ?? null, CLIP_SECS])
  return openPreview(services, loaded, { aspectRatio, name: `${name.slice(0, 32)}.mp4`, clipSecs: CLIP_SECS })
}

/** The same as a picture, for a look that has none in a folder. */
export function openPreviewPicture(services: Services, loaded: OfferedTemplate): PreviewFile {
  const name = hashFacts(listTemplateFacts(loaded))
  return openPreview(services, loaded, { name: `${name.slice(0, 32)}.png` })
}

type Wanted = { name: string; aspectRatio?: string | undefined; clipSecs?: number }

function openPreview(
  services: Services,
  loaded: OfferedTemplate,
  { name, aspectRatio, clipSecs }: Wanted,
): PreviewFile {
  const folder = path.join(services.config.dataDir, 'cache', 'previews')
  const file = path.join(folder, `${loaded.template.contentId}-${name}`)
  const input = { videoSettings: { outputQuality: 'HD' as const, ...(aspectRatio && { aspectRatio }) } }

  async function draw(signal: AbortSignal): Promise<Preview> {
    const request = { loaded, input, orgId: '', isTest: false }
    const prepared = await preparePreview(services, request, { clipSecs })
    const video = await drawPreview(services, prepared, signal)
    await keep(file, video.bytes)
    return video
  }

  return {
    async find() {
      const found = await open(file).catch(() => undefined)
      // Marks it as recently used. If that isn't permitted, the file is just evicted earlier.
      if (found) await utimes(file, new Date(), new Date()).catch(() => undefined)
      return found
    },
    make: async (client, signal) =>
      (await services.ongoing.previews.ask(file, createAsker(services, client, signal), draw)).bytes,
  }
}

async function keep(file: string, video: Buffer): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  // Not the process id, which several containers on one folder may have in common.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, video)
  await rename(draft, file)
  await makeRoom(folder)
}

/** Videos of earlier versions stay until the room is needed: other processes on the folder may be of that version. */
async function makeRoom(folder: string): Promise<void> {
  const files = await Promise.all((await readdir(folder)).map((name) => describe(path.join(folder, name))))
  let keptBytes = 0
  for (const { file, sizeBytes, usedAtMs } of files.sort((a, b) => b.usedAtMs - a.usedAtMs)) {
    const isLeftOver = !/\.(mp4|png)$/.test(file) && usedAtMs < Date.now() - DRAFT_MAX_AGE_MS
    keptBytes += sizeBytes
    if (isLeftOver || keptBytes > MAX_KEPT_BYTES) await rm(file, { force: true })
  }
}

async function describe(file: string): Promise<{ file: string; sizeBytes: number; usedAtMs: number }> {
  const found = await stat(file).catch(() => undefined)
  return { file, sizeBytes: found?.size ?? 0, usedAtMs: found?.mtimeMs ?? 0 }
}
