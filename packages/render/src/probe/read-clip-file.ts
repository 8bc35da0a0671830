import type { ClipFile } from '@songreel/kit/input'
import { probeMedia } from './probe-media.ts'
import { VIDEO_CONTAINERS } from './video-containers.ts'

/** Looks into a video file, at so many of its moments; a damaged or unsupported one ends in a RenderError. */
export async function readClipFile(path: string, { lookCount = 0 } = {}): Promise<ClipFile> {
  const facts = await probeMedia(path, { expect: 'VIDEO' })
  const file = {
    path,
    container: VIDEO_CONTAINERS[facts.contentType] ?? 'mov',
    width: facts.width ?? 0,
    height: facts.height ?? 0,
    fps: facts.fps ?? 30,
    durationSecs: facts.durationSecs ?? 0,
    looks: [],
  }
  if (lookCount === 0) return file
  const { watchClip } = await import('./watch-clip.ts')
  return { ...file, looks: await watchClip(file, lookCount) }
}
