import { LYRICS_FORMATS } from '@songreel/kit/lyrics'
import { nameCompanion } from '../assets/file-links.ts'
import { joinKey } from '../assets/s3-place.ts'
import type { VideoDelivery } from '../store/video-deliveries.ts'

/** A file that belongs to a delivery: where it lies, and where it goes. */
export type DeliveredFile = { storedKey: string; key: string; contentType: string; sha256?: string }

/** The files of a delivery. The video comes last: where it is, its poster and captions are there already. */
export function listDeliveredFiles(delivery: VideoDelivery): DeliveredFile[] {
  const { destination, fileName, videoKey, posterKey, srtKey, vttKey, contentType, sha256 } = delivery
  const companions = [
    { storedKey: posterKey, role: 'poster', contentType: 'image/jpeg' },
    { storedKey: srtKey, role: 'srt', contentType: LYRICS_FORMATS.srt.contentType },
    { storedKey: vttKey, role: 'vtt', contentType: LYRICS_FORMATS.vtt.contentType },
  ] as const
  const keyOf = (name: string) => joinKey(destination.prefix, name)
  const files = companions.flatMap(({ storedKey, role, contentType }) =>
    storedKey === null ? [] : [{ storedKey, key: keyOf(nameCompanion(fileName, role)), contentType }],
  )
  if (videoKey === null) return files
  const video = {
    storedKey: videoKey,
    key: keyOf(fileName),
    contentType: contentType ?? 'application/octet-stream',
    ...(sha256 !== null && { sha256 }),
  }
  return [...files, video]
}
