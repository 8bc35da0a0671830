import { ENGINE_VERSION } from '@songreel/render'
import type { GatheredFiles } from '../assets/gather-files.ts'
import type { GatheredAlbum } from '../assets/gather-work.ts'
import type { OfferedTemplate } from '../catalogue/find-templates.ts'
import type { MadeFrom, UsedSong } from '../store/batch-schema.ts'
import type { RenderWork } from '../store/renders/render-work.ts'

/** What a video is made from, to be stored with it: `findStaleReasons` compares it with what the songs are later. */
export function describeMadeFrom(
  work: RenderWork,
  { template }: OfferedTemplate,
  gathered: GatheredFiles | GatheredAlbum,
): MadeFrom {
  const songs = 'chapters' in gathered ? gathered.songs : [describeSong(work, gathered)]
  const brand = gathered.brand?.used
  return {
    songs,
    ...(brand && { brand }),
    templateVersion: template.version,
    engineVersion: ENGINE_VERSION,
  }
}

function describeSong(
  { mediaId, title, artist, album, isrc }: RenderWork,
  { used }: GatheredFiles,
): UsedSong {
  return { mediaId, title, artist, album, isrc, ...used }
}
