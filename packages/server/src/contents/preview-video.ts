import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LoadedTemplate } from '@songreel/templates'
import type { Services } from '../services.ts'
import { renderPreviewClip } from './render-preview.ts'

const CLIP_SECS = 5

/** A few seconds of the template with the demo song, made on first demand and kept in the data folder. */
export function ensurePreviewVideo(services: Services, loaded: LoadedTemplate): Promise<string> {
  const { contentId, version } = loaded.template
  const folder = path.join(services.config.dataDir, 'cache', 'previews')
  // A template of the operator's own may change without a new version.
  const file = path.join(folder, `${contentId}-${version}-${findNewestMs(loaded.folder)}.mp4`)
  const making = services.ongoing.previewVideos
  const present = making.get(file) ?? findOrMake(services, loaded, file).finally(() => making.delete(file))
  making.set(file, present)
  return present
}

function findNewestMs(folder: string): number {
  const names = readdirSync(folder).map((name) => path.join(folder, name))
  return Math.round(Math.max(...names.map((name) => statSync(name).mtimeMs)))
}

async function findOrMake(services: Services, loaded: LoadedTemplate, file: string): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) return file
  const input = { videoSettings: { outputQuality: 'HD' as const } }
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
