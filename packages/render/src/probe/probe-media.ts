import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { RenderError } from '@songreel/kit/core'
import { type FileTypeResult, fileTypeFromFile } from 'file-type'
import type { MediaFacts, ProbedKind, ProbedMedia, ProbeOptions } from './media-facts.ts'
import { VIDEO_CONTAINERS } from './video-containers.ts'

/** Looks into a file with bounded effort and allowed decoders only; damaged and wrong files end in a RenderError. */
export async function probeMedia(path: string, options: ProbeOptions = {}): Promise<ProbedMedia> {
  const name = basename(path)
  const { size: sizeBytes } = await stat(path)
  if (sizeBytes === 0)
    throw new RenderError('ASSET_TRUNCATED', `${name} is empty (0 bytes).`, { file: name, sizeBytes })
  const type = await fileTypeFromFile(path)
  const contentType = type?.mime ?? 'application/octet-stream'
  const facts = await readFacts(path, type, options)
  const isWanted = !options.expect || options.expect === facts.kind
  if (!isWanted) throw mismatch(name, contentType, options.expect!)
  return { ...facts, contentType, sizeBytes }
}

/** Each kind's tools are loaded only for it: a probe is a process of its own and should start fast. */
async function readFacts(
  path: string,
  type: FileTypeResult | undefined,
  options: ProbeOptions,
): Promise<MediaFacts> {
  if (options.expect === 'FONT') {
    const { probeFont } = await import('./probe-font.ts')
    return probeFont(path)
  }
  if (options.expect === 'LOGO') {
    const { probeLogo } = await import('./probe-logo.ts')
    return probeLogo(path)
  }
  if (options.expect === 'ANIMATION') {
    const { probeAnimation } = await import('./probe-animation.ts')
    return probeAnimation(path)
  }
  const container = type && VIDEO_CONTAINERS[type.mime]
  if (options.expect === 'IMAGE' || type?.mime.startsWith('image/')) {
    const { probeImage } = await import('./probe-image.ts')
    return probeImage(path, type?.ext ?? '')
  }
  if (container && options.expect !== 'AUDIO') {
    const { findVideoFacts } = await import('./probe-video.ts')
    const facts = await findVideoFacts(path, container)
    if (facts) return facts
  }
  if (options.expect === 'VIDEO') {
    const { refuseVideo } = await import('./refuse-video.ts')
    throw await refuseVideo(path, type)
  }
  const { probeAudio } = await import('./probe-audio.ts')
  return probeAudio(path, options)
}

const WANTED = {
  AUDIO: 'audio',
  VIDEO: 'a video',
  IMAGE: 'a picture',
  LOGO: 'a logo',
  FONT: 'a font',
  ANIMATION: 'an animation',
}

function mismatch(name: string, seen: string, wanted: ProbedKind): RenderError {
  return new RenderError('ASSET_TYPE_MISMATCH', `${name} is ${seen}, not ${WANTED[wanted]}.`, {
    file: name,
    seen,
  })
}
