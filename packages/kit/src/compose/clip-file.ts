import type { LightMap } from '../paint/light-map.ts'
import type { Salience } from '../paint/salience.ts'

/** The demuxers that a video may be opened with; none of them opens other files. */
export type VideoContainer = 'mov' | 'matroska' | 'gif'

/** A video file that the clip layer can show. */
export type ClipFile = {
  readonly path: string
  readonly container: VideoContainer
  /** As a viewer sees it: rotated, and with square pixels. */
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly durationSecs: number
  /** What it shows, at a few moments in rising order. */
  readonly looks: readonly ClipLook[]
  /** How light it is at moments that the video shows; only where it lies behind a look (`pictureGround`). */
  readonly lights?: readonly ClipLight[]
}

/** How light a clip is at one moment. */
export type ClipLight = LightMap & { readonly secs: number }

/** What a clip shows at one moment. */
export type ClipLook = {
  readonly secs: number
  /** What matters in the picture: `cropToFill({ ...file, salience }, box)` keeps it. */
  readonly salience: Salience
  /** Mean brightness, 0 (black) to 1. */
  readonly brightness: number
  /** How much the brightness varies over the picture, 0 (one tone) to about 0.5. */
  readonly contrast: number
  /** Mean colour as #rrggbb. */
  readonly colour: string
}
