import { isDeepStrictEqual } from 'node:util'
import type { StaleReason } from '@songreel/contract'
import type { Template } from '@songreel/kit'
import { asksForLyrics, ENGINE_VERSION } from '@songreel/render'
import { findCover } from '../../assets/find-cover.ts'
import type { WornBrand } from '../../assets/worn-brand.ts'
import { MOST_TITLES } from '../../store/album-tracks.ts'
import type { MadeFrom, UsedBrand, UsedFile, UsedSong } from '../../store/batch-schema.ts'
import type { FileNow, SongNow } from '../../store/songs-now.ts'
import type { BrandNow } from '../../store/worn-brands.ts'

/** A video that was made: from what, and with which data. */
type Made = { madeFrom: MadeFrom; requiredData: Record<string, unknown> }
type TemplateNow = Pick<Template, 'version' | 'needs'>

/** The brand that a video would wear now, with what is known of its files. */
export type WornNow = Pick<WornBrand, 'plan' | 'files'> & { known: BrandNow['files'] }

/**
 * What would turn out differently if the video were made now, of these songs, in the order in which it was made from them,
 * and with this brand.
 * Names and the cover count for every template: names are also written into the file, and no template says that it does
 * without a cover. Lyrics and clips count only where this video shows those of the song.
 */
export function findStaleReasons(
  { madeFrom, requiredData }: Made,
  { songs, brand }: { songs: SongNow[]; brand: WornNow | undefined },
  { version, needs }: TemplateNow,
): StaleReason[] {
  const showsLyrics = asksForLyrics(needs, requiredData) !== undefined && requiredData.lyrics === undefined
  const differs = (reason: StaleReason): boolean =>
    madeFrom.songs.some((before, index) => {
      const now = songs[index]
      return now !== undefined && changed(before, now).has(reason)
    })
  const reasons: StaleReason[] = ['AUDIO', 'COVER', 'TITLE', 'ARTIST']
  if (showsLyrics) reasons.push('LYRICS')
  if (needs.clips) reasons.push('CLIPS')
  return [
    ...reasons.filter(differs),
    ...(isOtherBrand(madeFrom.brand, brand) ? (['BRAND'] as const) : []),
    ...(version === madeFrom.templateVersion ? [] : (['TEMPLATE'] as const)),
    ...(ENGINE_VERSION === madeFrom.engineVersion ? [] : (['ENGINE'] as const)),
  ]
}

/** Everything in which a song is not what it was. */
function changed(before: UsedSong, now: SongNow): Set<StaleReason> {
  const fileOf = (assetId: string | null | undefined) => (assetId ? now.files[assetId] : undefined)
  const clips = now.videoAssetIds.map(fileOf)
  const longer = Math.max(clips.length, before.clips.length)
  const isOtherClip = (_: unknown, index: number) => isOther(before.clips[index] ?? null, clips[index])
  const found: [StaleReason, boolean][] = [
    ['AUDIO', isOther(before.audio, fileOf(now.audioAssetId))],
    ['COVER', isOther(before.cover, fileOf(findCover(now).assetId))],
    ['TITLE', isRenamed(before, now)],
    [
      'ARTIST',
      before.artist !== now.artist ||
        (before.photo !== undefined && isOther(before.photo, fileOf(now.artistImageId))),
    ],
    ['LYRICS', isOther(before.lyrics, fileOf(now.lyricsAssetId))],
    ['CLIPS', Array.from({ length: longer }).some(isOtherClip)],
  ]
  return new Set(found.filter(([, isChanged]) => isChanged).map(([reason]) => reason))
}

/** What it is called is nobody's business; what is decided in it and what its files are is seen. */
function isOtherBrand(before: UsedBrand | undefined, now: WornNow | undefined): boolean {
  const { name: _, ...was } = before?.plan ?? { name: '' }
  const { name: __, ...is } = now?.plan ?? { name: '' }
  if (!isDeepStrictEqual(was, is)) return true
  const used: Record<string, UsedFile> = before?.files ?? {}
  const wanted = new Map(now?.files.map(({ role, assetId }) => [role as string, now.known[assetId]]))
  return [...new Set([...Object.keys(used), ...wanted.keys()])].some((role) =>
    isOther(used[role] ?? null, wanted.get(role)),
  )
}

/** Under another name, or on a list of songs that is another now: one was added, deleted or renamed. */
function isRenamed(before: UsedSong, now: SongNow): boolean {
  const names = (['title', 'album', 'isrc'] as const).some((name) => before[name] !== now[name])
  const titles = now.tracks.slice(0, MOST_TITLES)
  return names || (before.tracks !== undefined && !isDeepStrictEqual(before.tracks, titles))
}

/**
 * Equal bytes are the same file under any id. One that is still on its way counts as another, because nobody knows better:
 * if its bytes turn out equal, it no longer does, and a video that was asked for meanwhile is linked, not made. One that
 * could not be had is no change: nothing could be made from it.
 */
function isOther(before: UsedFile | null, now: FileNow | undefined): boolean {
  if (now?.status === 'FAILED') return false
  if (before === null || now === undefined) return before !== null || now !== undefined
  return now.sha256 === null ? now.assetId !== before.assetId : now.sha256 !== before.sha256
}
