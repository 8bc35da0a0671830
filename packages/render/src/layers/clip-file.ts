import type { VideoContainer } from '../container/open-video.ts'
import { VIDEO_CONTAINERS } from '../probe/supported-media.ts'

/** A video file that the clip layer can show. */
export type ClipFile = {
  readonly path: string
  readonly container: VideoContainer
  /** As a viewer sees it: rotated, and with square pixels. */
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly durationSecs: number
}

/** Looks into a video file; a damaged or unsupported one ends in a RenderError. */
export async function readClipFile(path: string): Promise<ClipFile> {
  const { probeMedia } = await import('../probe/probe-media.ts')
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
