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
  /** The picture that this is a small copy of: what is looked for in both is found once, in the larger one. */
  copyOf?: Picture
}
