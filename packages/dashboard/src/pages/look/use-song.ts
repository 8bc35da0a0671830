import type { Media, PreviewInput } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { showError } from '../../components/toast.tsx'

const SONGS = 50
const FIRST_SECS = 4

/** The song that a look is shown with, and the moment of it. */
export type SongChoice = {
  songs: Media[]
  mediaId: string
  atSecs: number
  /** Undefined until it is known which songs there are. */
  input: PreviewInput | undefined
  choose(mediaId: string): void
  seek(atSecs: number): void
  /** Told why nothing could be drawn: a song that is not complete gives way to the demo's. */
  onProblem(code: string | undefined): void
}

/** The label's newest song; where there is none, the demo's. */
export function useSong(): SongChoice {
  const [songs, setSongs] = useState<Media[]>()
  const [mediaId, setMediaId] = useState('')
  const [atSecs, setAtSecs] = useState(FIRST_SECS)
  useEffect(() => {
    songreel.media.list({ limit: SONGS }).then(
      ({ items }) => {
        setSongs(items)
        setMediaId(items[0]?.mediaId ?? '')
      },
      (error) => {
        setSongs([])
        showError(error)
      },
    )
  }, [])
  return {
    songs: songs ?? [],
    mediaId,
    atSecs,
    input: songs && { ...(mediaId && { mediaId }), atSecs },
    choose: setMediaId,
    seek: setAtSecs,
    onProblem(code) {
      if (code === 'MEDIA_INCOMPLETE') setMediaId('')
    },
  }
}
