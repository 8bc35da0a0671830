import type { ClipFile } from '../layers/clip-file.ts'
import { probeMedia } from './probe-media.ts'
import { VIDEO_CONTAINERS } from './supported-media.ts'

/** Looks into a video file; a damaged or unsupported one ends in a RenderError. */
export async function readClipFile(path: string): Promise<ClipFile> {
  const facts = await probeMedia(path, { expect: 'VIDEO' })
  return {
    path,
    container: VIDEO_CONTAINERS[facts.contentType] ?? 'mov',
    width: facts.width ?? 0,
    height: facts.height ?? 0,
    fps: facts.fps ?? 30,
    durationSecs: facts.durationSecs ?? 0,
  }
}
