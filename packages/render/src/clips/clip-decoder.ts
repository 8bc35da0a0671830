import type { ClipDecoder, Stage } from '@songreel/kit/drawing'
import type { Frame as Picture } from 'node-av/lib'
import { createClipPictures } from './clip-picture.ts'
import { openClipReader } from './clip-reader.ts'

/** Decodes the clips of one layer with FFmpeg, into the memory of the stage. */
export function createClipDecoder(stage: Stage): ClipDecoder {
  const pictures = createClipPictures(stage)
  return {
    open: (file) => {
      const reader = openClipReader(file)
      let shown: Picture | undefined
      return {
        show: (secs) => {
          const { picture, isNew } = reader.pictureAt(secs)
          shown = picture
          return isNew
        },
        // The layer shows a picture before it loads one.
        load: (wish) => pictures.load(shown!, reader, wish),
        rest: reader.rest,
        close: reader.close,
      }
    },
    free: pictures.free,
  }
}
