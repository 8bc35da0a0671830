import type { Timing } from './timed-lyrics.ts'

/** Lyrics that are being written or timed and are not saved yet. */
export type LyricsDraft = { text: string; timing?: Timing }

/** What somebody left unsaved in this tab, by leaving the page or reloading it. */
export function findLyricsDraft(mediaId: string): LyricsDraft | undefined {
  try {
    const kept = sessionStorage.getItem(nameDraft(mediaId))
    return kept ? (JSON.parse(kept) as LyricsDraft) : undefined
  } catch {
    return undefined
  }
}

export function keepLyricsDraft(mediaId: string, draft: LyricsDraft): void {
  sessionStorage.setItem(nameDraft(mediaId), JSON.stringify(draft))
}

export function dropLyricsDraft(mediaId: string): void {
  sessionStorage.removeItem(nameDraft(mediaId))
}

function nameDraft(mediaId: string): string {
  return `songreel-lyrics-${mediaId}`
}
