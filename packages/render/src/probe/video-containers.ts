import type { VideoContainer } from '@songreel/kit/input'

/** How each type of video is opened. */
export const VIDEO_CONTAINERS: Readonly<Record<string, VideoContainer>> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/webm': 'matroska',
}
