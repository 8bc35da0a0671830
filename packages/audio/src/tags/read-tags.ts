import { createPauses } from '../pauses.ts'
import type { SongTags } from './choose-tags.ts'

/** Reads title, artist, album, ISRC and cover; a file without readable tags has none, only a file that is no audio fails. */
export async function readTags(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<SongTags> {
  await createPauses(signal)()
  const [{ chooseDemuxer }, { parseFile }, { chooseTags }] = await loadTagReader()
  await chooseDemuxer(path)
  // Damaged tags do not make a song unusable.
  const metadata = await parseFile(path, { duration: false }).catch(() => undefined)
  await createPauses(signal)()
  return metadata ? chooseTags(metadata) : {}
}

/** Loads all that reads tags; songs that come with their names need none of it. */
export function loadTagReader() {
  return Promise.all([
    import('../decode/choose-demuxer.ts'),
    import('music-metadata'),
    import('./choose-tags.ts'),
  ])
}
