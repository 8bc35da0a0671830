import type { Media, Result } from '@songreel/sdk'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { dropLyricsDraft } from './lyrics-draft.ts'
import { OtherLyricsDialog } from './other-lyrics-dialog.tsx'
import { type OtherLyrics, saveLyrics } from './save-lyrics.ts'

type Choice = OtherLyrics & { lyricsText: string; words: string }

/** Saves the lyrics of a song. `choice` is what is asked where somebody else has saved others meanwhile. */
export function useLyricsSave(
  song: Result<Media>,
  refresh: () => Promise<void>,
): { save(lyricsText: string, words: string): Promise<boolean>; choice: JSX.Element | undefined } {
  const [other, setOther] = useState<Choice>()
  const save = async (lyricsText: string, words: string, from = song): Promise<boolean> => {
    const theirs = await saveLyrics(from, lyricsText)
    setOther(theirs && { ...theirs, lyricsText, words })
    if (theirs) return false
    dropLyricsDraft(song.mediaId)
    await refresh()
    return true
  }
  const keepTheirs = async () => {
    dropLyricsDraft(song.mediaId)
    setOther(undefined)
    await refresh()
  }
  const choice = other && (
    <OtherLyricsDialog
      theirs={other.theirs}
      yours={other.words}
      onTheirs={keepTheirs}
      onYours={() => save(other.lyricsText, other.words, other.song)}
      onClose={() => setOther(undefined)}
    />
  )
  return { save: (lyricsText, words) => save(lyricsText, words), choice }
}
