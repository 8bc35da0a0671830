/** A video file that the clip layer can show. */
export type ClipFile = {
  readonly path: string
  /** As seen by a viewer: rotated and with square pixels. */
  readonly width: number
  readonly height: number
  readonly fps: number
  readonly durationSecs: number
}
