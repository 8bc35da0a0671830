import { basename } from 'node:path'
import type { BatchInput, RenderRequest } from '@songreel/contract'
import type { Background, Template } from '@songreel/render'
import type { SongFacts } from '../events.ts'
import { readGivenPart, type WantedPart } from '../songs/choose-part.ts'
import { chooseAspects, type VideoSettings } from './video-settings.ts'

/** Where a server could fetch the files; the caller puts the real addresses in. */
const PLACE = 'https://files.example.com/'
/** The API wants an artist; this stands where neither file nor caller names one. */
const UNKNOWN_ARTIST = 'Unknown artist'

/** What a request is made from. */
export type RequestInputs = {
  song: SongFacts
  art: string | undefined
  lyrics?: string
  clips?: readonly string[]
  background?: Background | undefined
  photo?: string | undefined
  template: Template
  data: Record<string, unknown>
  wanted: WantedPart
  settings: VideoSettings
}

/** The body of POST /v1/batches that asks a server for the same videos. */
export function composeRequest({
  song,
  art,
  lyrics,
  clips = [],
  photo,
  ...inputs
}: RequestInputs): BatchInput {
  const { title, artist, album, isrc } = song
  const placeholderFor = (path: string) => PLACE + encodeURIComponent(basename(path))
  return {
    ref: title.slice(0, 100),
    artist: { name: artist || UNKNOWN_ARTIST, ...(photo && { imageUrl: placeholderFor(photo) }) },
    mediaBundle: { name: album || title },
    media: {
      name: title,
      audioUrl: placeholderFor(song.file),
      ...(art && { artworkUrl: placeholderFor(art) }),
      ...(lyrics && { lyricsUrl: placeholderFor(lyrics) }),
      ...(clips.length > 0 && { videoUrls: clips.map(placeholderFor) }),
      ...(isrc && { isrc }),
    },
    renders: chooseAspects(inputs.template, inputs.settings.aspects).map((aspectRatio) =>
      composeRender(inputs, song.durationSecs, aspectRatio),
    ),
  }
}

function composeRender(
  { template, background, data, wanted, settings }: Omit<RequestInputs, 'song' | 'art'>,
  durationSecs: number,
  aspectRatio: string,
): RenderRequest {
  const { quality, format, fps, loudness, motion, count } = settings
  const range = composeRange(wanted, template, durationSecs)
  return {
    contentId: template.contentId,
    ...(background && { background }),
    ...(Object.keys(data).length > 0 && { requiredData: data }),
    videoSettings: {
      aspectRatio,
      outputQuality: quality,
      ...(count > 1 && { numVideos: count }),
      ...(range && { audioStartEndSecs: range }),
      ...(fps !== undefined && { fps: fps as 24 | 25 | 30 | 50 | 60 }),
      ...(format !== 'MP4' && { format }),
      ...(loudness !== 'ORIGINAL' && { loudness }),
      ...(motion !== 'FULL' && { motion }),
    },
  }
}

/** Left out where the template chooses, here as there. */
function composeRange(
  wanted: WantedPart,
  { defaults }: Template,
  durationSecs: number,
): { start: number; end: number } | undefined {
  const given = readGivenPart(wanted, durationSecs, defaults.excerpt)
  const range = given ?? (wanted.isFull ? { startSecs: 0, endSecs: durationSecs } : undefined)
  // Rounded down: an end past the song's end is refused.
  return range && { start: range.startSecs, end: Math.floor(range.endSecs * 1000) / 1000 }
}
