import { createHash } from 'node:crypto'
import type { TemplateAddress } from '@songreel/kit/core'
import type { Background, BrandPlan, Template, TemplateData } from '@songreel/kit/input'
import type { ChapterPlan, RenderFiles, RenderPlan } from './render-plan.ts'
import type { ResolvedSettings } from './video-settings.ts'
import { planVideoSize } from './video-size.ts'

/** A video that somebody asked for. */
export type VideoOrder = {
  template: TemplateAddress & Pick<Template, 'master'>
  settings: ResolvedSettings
  /** Parsed by the template's schema. */
  data: TemplateData
  song: {
    title: string
    artist: string
    album: string
    isrc?: string | null | undefined
    tracks?: readonly string[] | undefined
  }
  files: RenderFiles
  /** The songs of an album's video, and how long it is to be if it only plays their best moments. */
  chapters?: ChapterPlan[]
  samplerSecs?: number
  theme?: 'DARK' | 'LIGHT' | null
  /** What lies behind the look; by default the cover. */
  background?: Background | null
  /** What the video wears; its files are in `files.brand`. */
  brand?: BrandPlan | null
  /** From 1 on; each takes another good moment where the excerpt is automatic. */
  variation: number
  seed: number
  watermark: boolean
}

/** Where a video is made, and with how many threads. */
export type WorkPlace = Pick<RenderPlan, 'folder' | 'outFile' | 'threads' | 'cacheFolder'>

/** Turns an order into a plan; the service, its previews and the command line all plan here, so that they agree. */
export function planVideo(order: VideoOrder, place: WorkPlace): RenderPlan {
  const { template, settings, data, files, chapters, samplerSecs } = order
  const { theme, background, brand, variation, seed, watermark } = order
  const { aspectRatio, outputQuality: quality, fps, format, audioStartEndSecs: range } = settings
  const { loudness = 'ORIGINAL', motion = 'FULL', isWholeSong = false } = settings
  const { title, artist, album, isrc, tracks } = order.song
  return {
    template: { contentId: template.contentId, url: template.url },
    data,
    size: planVideoSize(aspectRatio, quality, template.master),
    ...(quality === 'ULTRA' && template.master && { bitRateMbps: template.master.bitRateMbps }),
    fps,
    quality,
    format,
    loudness,
    motion,
    files,
    ...(chapters && { chapters }),
    ...(samplerSecs && { samplerSecs }),
    excerpt: range ? { startSecs: range.start, endSecs: range.end } : null,
    ...(isWholeSong && { isWholeSong }),
    excerptRank: variation - 1,
    song: { title, artist, album, ...(isrc && { isrc }), ...(tracks && { tracks }) },
    ...(theme && { theme }),
    // The default is not named, so that what was made before there were others is still the same work.
    ...(background && background !== 'COVER' && { background }),
    ...(brand && { brand }),
    seed,
    watermark,
    ...place,
  }
}

/** A variation's seed. Without one of the caller's the same order gives the same seed, so identical work is recognised. */
export function deriveSeed(contentId: string, variation: number, asked?: number): number {
  const index = variation - 1
  if (asked !== undefined) return asked + index
  return createHash('sha256').update(`${contentId}:${index}`).digest().readUInt32BE() >>> 1
}
