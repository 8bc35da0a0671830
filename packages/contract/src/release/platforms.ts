/** Where a video of a release is meant to go; the first three and the last are those of a render's checks. */
export type ReleasePlatform = keyof typeof RELEASE_PLATFORMS

/** The folders of a release, in the order in which they are shown. */
export const RELEASE_PLATFORMS = {
  STREAMER_CANVAS: {
    folder: 'streamer-canvas',
    title: 'Canvas loops',
    about: 'silent loops that streaming apps show while a song plays',
  },
  STORE_MOTION: {
    folder: 'store-motion-artwork',
    title: 'Motion artwork',
    about: 'the cover brought to life, for the pages of stores',
  },
  VERTICAL_FEED: {
    folder: 'vertical-feed',
    title: 'Vertical feeds',
    about: 'tall videos for reels, shorts and stories',
  },
  SQUARE_FEED: {
    folder: 'square-feed',
    title: 'Square feeds',
    about: 'square and nearly square videos for posts',
  },
  VIDEOSITE: {
    folder: 'videosite',
    title: 'Video sites',
    about: 'wide videos for channels and pages',
  },
} as const

/** A shape whose sides differ by less than this is square to a feed. */
const NEARLY_SQUARE = 1.4

/** The platform that a video is meant for, as its template and its shape say. */
export function choosePlatform(contentId: string, aspectRatio: string): ReleasePlatform {
  const [width = 1, height = 1] = aspectRatio.split('x').map(Number)
  if (contentId.startsWith('LOOP_')) return width / height < 0.7 ? 'STREAMER_CANVAS' : 'STORE_MOTION'
  if (width / height >= NEARLY_SQUARE) return 'VIDEOSITE'
  return height / width >= NEARLY_SQUARE ? 'VERTICAL_FEED' : 'SQUARE_FEED'
}
