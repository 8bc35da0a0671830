import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import type { Loudness } from '../audio/audio-analysis.ts'
import type { SongTags } from '../audio/tags/read-tags.ts'
import { RenderError } from '../errors.ts'
import { type MediaKind, VIDEO_CONTAINERS } from './supported-media.ts'

/** What is wanted, and what is looked at besides. */
export type ProbeOptions = {
  /** Anything else is refused; a video with sound passes as AUDIO. */
  expect?: MediaKind
  /** Measures the song while it is decoded. */
  withLoudness?: boolean
  /** Also listens to the song, which it has to decode anyway, and keeps what it heard here for renders to come. */
  analysisFolder?: string
  /** The file's SHA-256 if it is known already. */
  sha256?: string
  /** Reads what the song's file says about itself. */
  withTags?: boolean
}

/** What a probe found out. */
export type ProbedMedia = MediaFacts & { contentType: string; sizeBytes: number }

/** The part of a probe's findings that lies inside the file. */
export type MediaFacts = {
  kind: MediaKind
  codec: string
  /** As seen by a viewer: rotation and pixel shape counted. */
  width?: number
  height?: number
  aspectRatio?: string
  fps?: number
  durationSecs?: number
  hasAudio?: boolean
  loudness?: Loudness
  tags?: Omit<SongTags, 'picture'> & { hasPicture: boolean; pictureSize?: { width: number; height: number } }
}

/** Looks into a file with bounded effort and allowed decoders only; damaged and wrong files end in a RenderError. */
export async function probeMedia(path: string, options: ProbeOptions = {}): Promise<ProbedMedia> {
  const name = basename(path)
  const { size: sizeBytes } = await stat(path)
  if (sizeBytes === 0)
    throw new RenderError('ASSET_TRUNCATED', `${name} is empty (0 bytes).`, { file: name, sizeBytes })
  const type = await fileTypeFromFile(path)
  const contentType = type?.mime ?? 'application/octet-stream'
  const facts = await readFacts(path, type?.ext ?? '', contentType, options)
  const isWanted = !options.expect || options.expect === facts.kind
  if (!isWanted) throw mismatch(name, contentType, options.expect!)
  return { ...facts, contentType, sizeBytes }
}

/** Each kind's tools are loaded only for it: a probe is a process of its own and should start fast. */
async function readFacts(
  path: string,
  extension: string,
  contentType: string,
  options: ProbeOptions,
): Promise<MediaFacts> {
  const container = VIDEO_CONTAINERS[contentType]
  if (options.expect === 'IMAGE' || contentType.startsWith('image/')) {
    const { probeImage } = await import('./probe-image.ts')
    return probeImage(path, extension)
  }
  if (container && options.expect !== 'AUDIO') {
    const { findVideoFacts } = await import('./probe-video.ts')
    const facts = await findVideoFacts(path, container)
    if (facts) return facts
  }
  if (options.expect === 'VIDEO') throw mismatch(basename(path), contentType, 'VIDEO')
  const { probeAudio } = await import('./probe-audio.ts')
  return probeAudio(path, options)
}

const WANTED = { AUDIO: 'audio', VIDEO: 'a video', IMAGE: 'a picture' }

function mismatch(name: string, seen: string, wanted: MediaKind): RenderError {
  return new RenderError('ASSET_TYPE_MISMATCH', `${name} is ${seen}, not ${WANTED[wanted]}.`, {
    file: name,
    seen,
  })
}
