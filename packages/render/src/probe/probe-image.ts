import { readPicture } from '../pictures/read-picture.ts'
import { nameAspectRatio } from '../plan/aspect-ratio.ts'
import type { MediaFacts } from './media-facts.ts'

/** A small copy is enough to know that the whole picture can be decoded. */
const TRIAL_SIDE_PX = 256

/** A picture's facts after it was really decoded. */
export async function probeImage(path: string, extension: string): Promise<MediaFacts> {
  const { originalWidth: width, originalHeight: height } = await readPicture(path, {
    maxSidePx: TRIAL_SIDE_PX,
  })
  return {
    kind: 'IMAGE',
    codec: CODECS[extension] ?? extension,
    width,
    height,
    aspectRatio: nameAspectRatio(width, height),
  }
}

const CODECS: Record<string, string> = { jpg: 'jpeg', apng: 'png' }
