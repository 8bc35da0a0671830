import { readLogo } from '../brand/read-logo.ts'
import { nameAspectRatio } from '../plan/aspect-ratio.ts'
import type { MediaFacts } from './media-facts.ts'

/** A logo's facts after it was really drawn; its size is that of what is seen of it. */
export async function probeLogo(path: string): Promise<MediaFacts> {
  const { picture, kind } = await readLogo(path)
  const { width, height } = picture
  return {
    kind: 'LOGO',
    codec: kind.toLowerCase(),
    width,
    height,
    aspectRatio: nameAspectRatio(width, height),
  }
}
