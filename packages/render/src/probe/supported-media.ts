import { AUDIO_DEMUXERS } from '@songreel/audio'
import { VIDEO_CONTAINERS } from './video-containers.ts'

/** Detects the type from the content and ignores the file's name. */
export type MediaKind = 'AUDIO' | 'VIDEO' | 'IMAGE'

const IMAGE_TYPES = ['jpeg', 'png', 'apng', 'webp', 'gif', 'avif', 'heic', 'heif']

/** Every content type that the engine reads, as file-type names it, and what it serves as; anything else is refused. */
export const SUPPORTED_MEDIA: Readonly<Record<string, MediaKind>> = Object.fromEntries([
  ...IMAGE_TYPES.map((type) => [`image/${type}`, 'IMAGE']),
  ...Object.keys(AUDIO_DEMUXERS).map((type) => [type, 'AUDIO']),
  // After the songs: an MP4 can be either, and is called a video.
  ...Object.keys(VIDEO_CONTAINERS).map((type) => [type, 'VIDEO']),
])
