import { type ProbedMedia, probeMedia } from '@songreel/render'
import type { CoverFacts, SongFacts } from '../events.ts'
import { findFile } from './find-file.ts'
import { chooseNames, type SomeNames } from './song-names.ts'

/** The files that a person gives. */
export type GivenFiles = { song: string; art: string | undefined }

/** The same, found and with their full paths. */
export type FoundFiles = { song: string; art: string | undefined }

/** A song and its cover, looked into. */
export type ReadSong = { song: SongFacts; cover: CoverFacts }

/** Makes sure that the files are there before anything is started. */
export async function findFiles({ song, art }: GivenFiles): Promise<FoundFiles> {
  return { song: await findFile(song, 'song'), art: art && (await findFile(art, 'cover')) }
}

/** Looks into song and cover; files that are something else or damaged end here. */
export async function readSong(
  { song, art }: FoundFiles,
  names: SomeNames,
  { signal }: { signal: AbortSignal },
): Promise<ReadSong> {
  const [audio, picture] = await Promise.all([
    probeMedia(song, { expect: 'AUDIO', withTags: true, signal }),
    art && probeMedia(art, { expect: 'IMAGE', signal }),
  ])
  const tags = audio.tags ?? { hasPicture: false }
  return {
    song: {
      file: song,
      ...chooseNames(song, tags, names),
      ...(tags.isrc && { isrc: tags.isrc }),
      durationSecs: audio.durationSecs!,
    },
    cover: picture ? { source: 'FILE', ...sizeOf(picture) } : describeOwnCover(tags),
  }
}

/** A picture in the song's file that cannot be read counts as none, as it does for the engine. */
function describeOwnCover(tags: NonNullable<ProbedMedia['tags']>): CoverFacts {
  return tags.pictureSize ? { source: 'EMBEDDED', ...tags.pictureSize } : { source: 'DRAWN' }
}

function sizeOf({ width, height }: ProbedMedia): { width: number; height: number } {
  return { width: width!, height: height! }
}
