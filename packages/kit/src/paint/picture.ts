/** A decoded picture: straight-alpha sRGB pixels that travel between threads without copying. */
export type Picture = {
  /** RGBA, 8 bits each, rows without padding. */
  pixels: Uint8ClampedArray<SharedArrayBuffer>
  width: number
  height: number
  /** Size in the file, after EXIF rotation: larger than `width` when the picture was reduced. */
  originalWidth: number
  originalHeight: number
  hasAlpha: boolean
}
