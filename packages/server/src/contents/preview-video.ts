import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LoadedTemplate } from '@songreel/templates'
import type { Services } from '../services.ts'
import { renderPreviewClip } from './render-preview.ts'

const CLIP_SECS = 5
/** A template that takes any shape is shown in these. */
const SHAPES = ['9x16', '1x1', '16x9', '4x5']

/** The shapes that a template is shown in: few, because anybody may ask for them and each is made once and kept. */
export function listPreviewShapes({ aspectRatios }: LoadedTemplate['template']): readonly string[] {
  return aspectRatios === 'ALL' ? SHAPES : aspectRatios
}

/** A few seconds of the template with the demo song, by default in its own shape; made on first demand and kept in the data folder. */
export function ensurePreviewVideo(
  services: Services,
  loaded: LoadedTemplate,
  aspectRatio?: string,
): Promise<string> {
  const { contentId, version } = loaded.template
  const folder = path.join(services.config.dataDir, 'cache', 'previews')
  // A template of the operator's own may change without a new version.
  const name = [contentId, version, findNewestMs(loaded.folder), ...(aspectRatio ? [aspectRatio] : [])]
  const file = path.join(folder, `${name.join('-')}.mp4`)
  const making = services.ongoing.previewVideos
  const present =
    making.get(file) ?? findOrMake(services, loaded, { file, aspectRatio }).finally(() => making.delete(file))
  making.set(file, present)
  return present
}

function findNewestMs(folder: string): number {
  const names = readdirSync(folder).map((name) => path.join(folder, name))
  return Math.round(Math.max(...names.map((name) => statSync(name).mtimeMs)))
}

async function findOrMake(
  services: Services,
  loaded: LoadedTemplate,
  { file, aspectRatio }: { file: string; aspectRatio: string | undefined },
): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return file
  const input = { videoSettings: { outputQuality: 'HD' as const, ...(aspectRatio && { aspectRatio }) } }
  const signal = new AbortController().signal
  const video = await renderPreviewClip(
    services,
    { loaded, input, orgId: '', isTest: false, signal },
    CLIP_SECS,
  )
  await mkdir(path.dirname(file), { recursive: true })
  // Not the process id, which several containers on one folder may have in common.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, video)
  await rename(draft, file)
  return file
}
