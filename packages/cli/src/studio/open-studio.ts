import { watch } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  addBackground,
  type Background,
  planVideo,
  type Quality,
  type RenderPlan,
  resolveSettings,
  type VideoOrder,
} from '@songreel/render'
import { openEasel, type StudioFrame, type StudioTemplate } from '@songreel/render/authoring'
import { listShapes } from '@songreel/templates/fixture'
import { findOwnTemplate } from '@songreel/templates/own'
import { inputError } from '../cli-error.ts'
import type { LocalBrand } from '../videos/read-brand.ts'

/** Editors write a file in several steps. */
const SETTLE_MS = 25

/** The song and the cover that a template is shown with, and the brand that it wears. */
export type StudioSong = {
  files: VideoOrder['files']
  song: VideoOrder['song']
  brand?: LocalBrand | undefined
}

/** What somebody looks at. */
export type StudioView = {
  shape: string
  quality: Quality
  data: Record<string, unknown>
  atSecs: number
  /** What lies behind the template; unset: the cover. */
  background?: Background | undefined
}

/** A template, drawn as its files are at this moment. */
export type Studio = {
  describe(): Promise<StudioTemplate & { shapes: readonly string[] }>
  draw(view: StudioView): Promise<StudioFrame>
  /** The plan of the video that a view is a moment of. */
  plan(view: StudioView): Promise<RenderPlan>
  close(): Promise<void>
}

/** Opens the folder of a template; `onChange` is called whenever a file in it was saved. */
export async function openStudio(
  place: string,
  { files, song, brand }: StudioSong,
  { workFolder, cacheFolder, onChange }: { workFolder: string; cacheFolder: string; onChange(): void },
): Promise<Studio> {
  const { url, folder } = await findOwnTemplate(place).catch((error: unknown) => {
    throw inputError(`${place}: ${error instanceof Error ? error.message : error}`, error)
  })
  const easel = openEasel(url)
  let settling: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      easel.renew()
      onChange()
    }, SETTLE_MS)
  })
  let demoClips: Promise<string[]> | undefined
  /** The user's videos, or the demo's. */
  const findClips = async (needs: StudioTemplate['needs']): Promise<string[]> => {
    if (!needs.clips || files.clips.length > 0) return files.clips
    const { makeDemoClips } = await import('@songreel/render/authoring')
    demoClips ??= makeDemoClips(join(workFolder, 'demo'))
    return demoClips
  }
  const plan = async ({ shape, quality, data, background }: StudioView) => {
    const template = await easel.describe()
    const settings = resolveSettings(template, { aspectRatio: shape, outputQuality: quality })
    const needs = addBackground(template.needs, background)
    const shown = { ...chooseFiles(files, needs), clips: await findClips(needs) }
    const order = {
      template: { ...template, url },
      settings,
      data,
      song,
      files: { ...shown, ...(brand && { brand: brand.files }) },
      ...(background && { background }),
      ...(brand && { brand: brand.brand }),
    }
    return planVideo(
      { ...order, variation: 1, seed: 1, watermark: false },
      {
        folder: workFolder,
        outFile: join(workFolder, 'studio.mp4'),
        threads: availableParallelism(),
        cacheFolder,
      },
    )
  }
  return {
    async describe() {
      const template = await easel.describe()
      return { ...template, shapes: listShapes(template) }
    },
    draw: async (view) => easel.draw(await plan(view), view.atSecs),
    plan,
    async close() {
      clearTimeout(settling)
      watcher.close()
      await easel.close()
    },
  }
}

/** The files of a song, with the artist's photograph only where it is shown; without one, the cover stands in for one that is needed, as in previews of the demo. */
function chooseFiles({ photo, ...files }: StudioSong['files'], needs: StudioTemplate['needs']) {
  const standIn = needs.photo === 'REQUIRED' ? files.cover : undefined
  const portrait = needs.photo && (photo ?? standIn)
  return { ...files, ...(portrait && { photo: portrait }) }
}
