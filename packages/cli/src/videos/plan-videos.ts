import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { planVideoSize, type RenderPlan } from '@songreel/render'
import type { LoadedTemplate } from '@songreel/templates'
import type { Range, SongFacts, VideoFacts } from '../events.ts'
import { endingOf, nameFile } from './file-name.ts'
import type { OutPlace } from './out-place.ts'
import { chooseAspects, chooseFps, type VideoSettings } from './video-settings.ts'

/** A video that is to be made: what is told of it, and what the engine needs; places for work come later. */
export type PlannedVideo = {
  facts: VideoFacts
  range: Range
  plan: Omit<RenderPlan, 'folder' | 'outFile' | 'threads'>
}

/** What videos are made from. */
export type VideoInputs = {
  loaded: LoadedTemplate
  data: Record<string, unknown>
  song: SongFacts
  art: string | undefined
  settings: VideoSettings
  /** One for each variation. */
  ranges: Range[]
  out: OutPlace
}

/** Every shape in every variation, with all defaults filled in as the server would. */
export function planVideos(inputs: VideoInputs): PlannedVideo[] {
  const aspects = chooseAspects(inputs.loaded.template, inputs.settings.aspects)
  return aspects.flatMap((aspectRatio) =>
    inputs.ranges.map((range, index) => planVideo(inputs, { aspectRatio, range, variation: index + 1 })),
  )
}

type Variation = { aspectRatio: string; range: Range; variation: number }

function planVideo(inputs: VideoInputs, { aspectRatio, range, variation }: Variation): PlannedVideo {
  const { loaded, data, song, art, settings, out } = inputs
  const { template, url } = loaded
  const { quality, format, loudness, count } = settings
  const { title, artist, album, isrc } = song
  const size = planVideoSize(aspectRatio, quality)
  const fps = chooseFps(template, settings)
  const isOneOfMany = count > 1
  const name = out.name ?? nameOf(inputs, aspectRatio, isOneOfMany ? variation : undefined)
  const facts: VideoFacts = {
    video: isOneOfMany ? `${aspectRatio} ${variation}` : aspectRatio,
    aspectRatio,
    variation,
    contentId: template.contentId,
    ...size,
    fps,
    file: join(out.folder, name),
  }
  const plan: PlannedVideo['plan'] = {
    template: { contentId: template.contentId, url },
    data,
    size,
    fps,
    quality,
    format,
    loudness,
    files: { audio: song.file, clips: [], ...(art && { cover: art }) },
    excerpt: range,
    song: { title, artist, album, ...(isrc && { isrc }) },
    seed: seedOf(template.contentId, variation),
    watermark: false,
  }
  return { facts, range, plan }
}

function nameOf({ loaded, song, settings }: VideoInputs, aspectRatio: string, variation?: number): string {
  const { title, artist } = song
  const facts = {
    artist,
    title,
    style: loaded.template.title,
    aspectRatio,
    ending: endingOf(settings.format),
  }
  return nameFile(variation === undefined ? facts : { ...facts, variation })
}

/** The server's way, so that a video looks the same whoever makes it. */
function seedOf(contentId: string, variation: number): number {
  const hash = createHash('sha256').update(`${contentId}:${variation - 1}`)
  return hash.digest().readUInt32BE() >>> 1
}
