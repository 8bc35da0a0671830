import type { VideoContainer } from '../container/open-video.ts'

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
