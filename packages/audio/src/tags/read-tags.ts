import { chooseDemuxer } from '../decode/choose-demuxer.ts'
import { createPauses } from '../pauses.ts'
import { chooseTags, type SongTags } from './choose-tags.ts'

/** Reads title, artist, album, ISRC and cover; a file without readable tags has none, only a file that is no audio fails. */
export async function readTags(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<SongTags> {
  await createPauses(signal)()
  await chooseDemuxer(path)
  const metadata = await parseTags(path)
  await createPauses(signal)()
  return metadata ? chooseTags(metadata) : {}
}

/** Loaded on demand: songs that come with their names need no tag reader. Damaged tags do not make a song unusable. */
async function parseTags(path: string) {
  const { parseFile } = await import('music-metadata')
  return await parseFile(path, { duration: false }).catch(() => undefined)
}
