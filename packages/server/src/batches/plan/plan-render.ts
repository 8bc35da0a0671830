import { availableParallelism } from 'node:os'
import path from 'node:path'
import { planVideo, type RenderPlan } from '@songreel/render'
import type { GatheredFiles } from '../../assets/gather-files.ts'
import type { GatheredAlbum } from '../../assets/gather-work.ts'
import type { OfferedTemplate } from '../../catalogue/find-templates.ts'
import type { Services } from '../../services.ts'
import type { RenderWork } from '../../store/renders/render-work.ts'

/** What is known once the files are here: the template, the files, and the work folder. */
export type Prepared = { loaded: OfferedTemplate; gathered: GatheredFiles | GatheredAlbum; folder: string }

/** What a sampler lasts at most, if nobody says. */
const DEFAULT_SAMPLER_SECS = 60

/** The plan of a render that was claimed, for the engine. */
export function planRender(
  { config, ongoing }: Services,
  work: RenderWork,
  { loaded, gathered, folder }: Prepared,
): RenderPlan {
  const { theme, background, variation, seed } = work
  const order = {
    template: { ...loaded.template, url: loaded.url },
    settings: work.videoSettings,
    data: work.requiredData,
    ...('chapters' in gathered
      ? describeAlbum(work, gathered)
      : { song: { ...work, tracks: gathered.used.tracks } }),
    files: gathered.files,
    brand: gathered.brand?.plan ?? null,
    theme,
    background,
    variation,
    seed,
    watermark: work.isTest,
  }
  return planVideo(order, {
    folder,
    outFile: path.join(folder, work.fileName),
    threads: config.renderThreads || shareCores(ongoing.renders + ongoing.helpers.size),
    cacheFolder: path.join(config.dataDir, 'cache', 'analysis'),
  })
}

/** A video of an album has the album's name. */
function describeAlbum({ albumOrder, album, artist }: RenderWork, { chapters }: GatheredAlbum) {
  const { kind, samplerSecs = DEFAULT_SAMPLER_SECS } = albumOrder!
  return { song: { title: album, artist, album }, chapters, ...(kind === 'SAMPLER' && { samplerSecs }) }
}

/** A lone render gets all cores; beside others each gets its share. The result is the same with any number. */
function shareCores(renders: number): number {
  return Math.max(1, Math.floor(availableParallelism() / Math.max(1, renders)))
}
