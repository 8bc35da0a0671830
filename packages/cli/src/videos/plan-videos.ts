import { join } from 'node:path'
import {
  addBackground,
  type Background,
  deriveSeed,
  OUTPUT_FORMATS,
  planVideoSize,
  resolveSettings,
  type TemplateData,
  type VideoOrder,
} from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import type { Range, SongFacts, VideoFacts } from '../events.ts'
import { nameFile } from './file-name.ts'
import type { OutPlace } from './out-place.ts'
import type { LocalBrand } from './read-brand.ts'
import { chooseAspects, type VideoSettings } from './video-settings.ts'

/** A video that is to be made: what is reported of it, and what the engine plans it from. */
export type PlannedVideo = {
  facts: VideoFacts
  range: Range
  order: VideoOrder
}

/** What videos are made from. */
export type VideoInputs = {
  loaded: LoadedTemplate
  data: TemplateData
  song: SongFacts
  art: string | undefined
  lyrics?: string
  clips?: readonly string[]
  background?: Background | undefined
  photo?: string | undefined
  brand?: LocalBrand | undefined
  settings: VideoSettings
  /** One for each variation. */
  ranges: Range[]
  /** Nobody chose the part: the engine finds the same ones by itself. */
  isAutomatic: boolean
  out: OutPlace
}

/** Every shape in every variation, with all defaults filled in as the server would. */
export function planVideos(inputs: VideoInputs): PlannedVideo[] {
  const aspects = chooseAspects(inputs.loaded.template, inputs.settings.aspects)
  return aspects.flatMap((aspectRatio) =>
    inputs.ranges.map((range, index) => planOne(inputs, { aspectRatio, range, variation: index + 1 })),
  )
}

type Variation = { aspectRatio: string; range: Range; variation: number }

function planOne(inputs: VideoInputs, { aspectRatio, range, variation }: Variation): PlannedVideo {
  const { loaded, data, song, art, lyrics, clips = [], background, photo } = inputs
  const { brand, settings, out, isAutomatic } = inputs
  const { template, url } = loaded
  const { contentId } = template
  const { quality: outputQuality, fps, format, loudness, motion, count } = settings
  const isOneOfMany = count > 1
  const order: VideoOrder = {
    template: { ...template, url },
    settings: resolveSettings(template, {
      aspectRatio,
      outputQuality,
      fps,
      format,
      loudness,
      motion,
      ...(!isAutomatic && { audioStartEndSecs: { start: range.startSecs, end: range.endSecs } }),
    }),
    data,
    song,
    files: {
      audio: song.file,
      clips: [...clips],
      ...(art && { cover: art }),
      ...(lyrics && { lyrics }),
      ...(photo && addBackground(template.needs, background).photo && { photo }),
      ...(brand && { brand: brand.files }),
    },
    ...(background && { background }),
    ...(brand && { brand: brand.brand }),
    variation,
    seed: deriveSeed(contentId, variation),
    watermark: false,
  }
  const name = out.name ?? composeName(inputs, aspectRatio, isOneOfMany ? variation : undefined)
  const facts: VideoFacts = {
    video: isOneOfMany ? `${aspectRatio} ${variation}` : aspectRatio,
    aspectRatio,
    variation,
    contentId,
    ...planVideoSize(aspectRatio, outputQuality, template.master),
    fps: order.settings.fps,
    file: join(out.folder, name),
  }
  return { facts, range, order }
}

function composeName(
  { loaded, song, settings }: VideoInputs,
  aspectRatio: string,
  variation?: number,
): string {
  const { title, artist } = song
  const facts = {
    artist,
    title,
    template: loaded.template.title,
    aspectRatio,
    ending: OUTPUT_FORMATS[settings.format].extension,
  }
  return nameFile(variation === undefined ? facts : { ...facts, variation })
}
