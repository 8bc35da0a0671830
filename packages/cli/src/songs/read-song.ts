import { type ProbedMedia, probeMedia } from '@songreel/render'
import { toCliError } from '../cli-error.ts'
import type { CoverFacts, SongFacts } from '../events.ts'
import { type CoverWarning, warnAboutBesideCover } from './describe-cover.ts'
import { type TagWarning, warnAboutTags } from './describe-tags.ts'
import { findCoverBeside } from './find-cover-beside.ts'
import { findFile } from './find-file.ts'
import { chooseNames, type SomeNames } from './song-names.ts'

/** The files that a person gives. */
export type GivenFiles = {
  song: string
  art?: string
  lyrics?: string
  clips?: readonly string[]
  /** Of the artist. */
  photo?: string
}

/** The same, found and with their full paths. */
export type FoundFiles = GivenFiles

/** A song and its cover, looked into, and what its owner should know of them. */
export type ReadSong = { song: SongFacts; cover: CoverFacts; warnings: (TagWarning | CoverWarning)[] }

/** Makes sure that the files are there before anything is started. */
export async function findFiles({ song, art, lyrics, clips = [], photo }: GivenFiles): Promise<FoundFiles> {
  return {
    song: await findFile(song, 'song'),
    art: art && (await findFile(art, 'cover')),
    lyrics: lyrics && (await findFile(lyrics, 'lyrics file')),
    clips: await Promise.all(clips.map((clip) => findFile(clip, 'clip'))),
    photo: photo && (await findFile(photo, 'photo')),
  }
}

/** Whether it is still wanted, and where what is found stays for the next time; the song is then analysed too. */
export type ReadOptions = { signal: AbortSignal; cacheFolder?: string }

/** Looks into song, pictures and clips; files that are something else or damaged end here. */
export async function readSong(
  { song, art, clips = [], photo }: FoundFiles,
  names: SomeNames,
  options: ReadOptions,
): Promise<ReadSong> {
  const { signal, cacheFolder } = options
  const probing = { signal, ...(cacheFolder && { factsFolder: cacheFolder }) }
  const listening = { withTags: true, ...(cacheFolder && { analysisFolder: cacheFolder }) }
  const [audio, picture] = await Promise.all([
    probeMedia(song, { expect: 'AUDIO', ...listening, ...probing }),
    art && probeMedia(art, { expect: 'IMAGE', ...probing }),
    photo && probeMedia(photo, { expect: 'IMAGE', ...probing }),
    ...clips.map((clip) => probeMedia(clip, { expect: 'VIDEO', ...probing })),
  ])
  const tags = audio.tags ?? { hasPicture: false }
  const facts = {
    file: song,
    ...chooseNames(song, tags, names),
    ...(tags.isrc && { isrc: tags.isrc }),
    ...(tags.place && { place: tags.place }),
    durationSecs: audio.durationSecs!,
  }
  const found: FoundCover = picture
    ? { cover: { source: 'FILE', ...pickSize(picture) } }
    : await findOwnCover(song, tags, probing)
  const warnings = [
    ...warnAboutTags(tags.notes ?? [], names, facts),
    ...(found.warning ? [found.warning] : []),
  ]
  return { song: facts, cover: found.cover, warnings }
}

type FoundCover = { cover: CoverFacts; warning?: CoverWarning }

/** The picture in the song's file, or one beside it; one that cannot be read counts as none, as it does for the engine. */
async function findOwnCover(
  song: string,
  { pictureSize }: NonNullable<ProbedMedia['tags']>,
  probing: { signal: AbortSignal; factsFolder?: string },
): Promise<FoundCover> {
  if (pictureSize) return { cover: { source: 'EMBEDDED', ...pictureSize } }
  const file = await findCoverBeside(song)
  if (!file) return { cover: { source: 'DRAWN' } }
  try {
    const picture = await probeMedia(file, { expect: 'IMAGE', ...probing })
    return { cover: { source: 'BESIDE', file, ...pickSize(picture) } }
  } catch (error) {
    probing.signal.throwIfAborted()
    return { cover: { source: 'DRAWN' }, warning: warnAboutBesideCover(toCliError(error)) }
  }
}

function pickSize({ width, height }: ProbedMedia): { width: number; height: number } {
  return { width: width!, height: height! }
}
