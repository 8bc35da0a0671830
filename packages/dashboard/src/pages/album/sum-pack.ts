/** Videos of a plan that differ in their songs alone. */
export type PackLine = {
  contentId: string
  aspectRatio: string
  albumKind: string | undefined
  /** How many of them there are. */
  count: number
  /** What they take together. */
  secs: number
}

type Planned = { contentId: string; aspectRatio: string; albumKind?: string; estimateSecs: number }

/** The videos of a release as people think of them: what every song gets, and what the album gets. */
export function sumPack(renders: readonly Planned[]): { song: PackLine[]; album: PackLine[] } {
  const lines = new Map<string, PackLine>()
  for (const { contentId, aspectRatio, albumKind, estimateSecs } of renders) {
    const key = [contentId, aspectRatio, albumKind].join(' ')
    const line = lines.get(key) ?? { contentId, aspectRatio, albumKind, count: 0, secs: 0 }
    lines.set(key, { ...line, count: line.count + 1, secs: line.secs + estimateSecs })
  }
  const all = [...lines.values()]
  return {
    song: all.filter(({ albumKind }) => albumKind === undefined),
    album: all.filter(({ albumKind }) => albumKind !== undefined),
  }
}

type Made = { mediaId?: string; albumKind?: string; status: string; progress: number }

/** How far one song of a release is, or the album itself (`null`). */
export type SongProgress = {
  mediaId: string | null
  done: number
  failed: number
  total: number
  percent: number
}

/** Song by song in the order of the batch, the album last. */
export function sumSongs(renders: readonly Made[]): SongProgress[] {
  const songs = Map.groupBy(renders, ({ mediaId, albumKind }) => (albumKind ? null : (mediaId ?? null)))
  return [...songs].map(([mediaId, own]) => ({
    mediaId,
    done: own.filter(({ status }) => status === 'COMPLETED').length,
    failed: own.filter(({ status }) => status === 'FAILED' || status === 'CANCELED').length,
    total: own.length,
    percent: Math.floor(own.reduce((sum, { progress }) => sum + progress, 0) / own.length),
  }))
}
