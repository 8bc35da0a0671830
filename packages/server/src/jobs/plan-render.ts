import { availableParallelism } from 'node:os'
import path from 'node:path'
import { planVideo, type RenderPlan } from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import type { GatheredFiles } from '../assets/gather-files.ts'
import type { Services } from '../services.ts'
import type { RenderWork } from '../store/renders/render-work.ts'

/** What is known once the files are here: the template, the files, and the work folder. */
export type Prepared = { loaded: LoadedTemplate; gathered: GatheredFiles; folder: string }

/** The plan of a render that was claimed, for the engine. */
export function planRender(
  { config, ongoing }: Services,
  work: RenderWork,
  { loaded, gathered, folder }: Prepared,
): RenderPlan {
  const { theme, variation, seed } = work
  const order = {
    template: { ...loaded.template, url: loaded.url },
    settings: work.videoSettings,
    data: work.requiredData,
    song: work,
    files: gathered.files,
    theme,
    variation,
    seed,
    watermark: work.isTest,
  }
  return planVideo(order, {
    folder,
    outFile: path.join(folder, work.fileName),
    threads: config.renderThreads || shareCores(ongoing.renders),
    cacheFolder: path.join(config.dataDir, 'cache', 'analysis'),
  })
}

/** A lone render gets all cores; beside others each gets its share. The result is the same with any number. */
function shareCores(renders: number): number {
  return Math.max(1, Math.floor(availableParallelism() / Math.max(1, renders)))
}
