import type { Media } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { showError } from '../../components/toast.tsx'
import { findNames } from '../../data/names.ts'
import { draft } from './draft.ts'
import { chooseSong } from './song-state.ts'

const SHOWN = 20
const TYPING_MS = 250

/** Finds a song of the catalogue by the words of its title. */
export function SongPicker({ onClose }: { onClose(): void }) {
  const { route } = useLocation()
  const [words, setWords] = useState('')
  const [songs, setSongs] = useState<Media[]>()
  useEffect(() => {
    const ended = new AbortController()
    const read = () =>
      songreel.media
        .list({ limit: SHOWN, ...(words.trim() && { q: words.trim() }) }, { signal: ended.signal })
        .then(
          ({ items }) => setSongs(items),
          (error) => ended.signal.aborted || showError(error),
        )
    const timer = setTimeout(read, words ? TYPING_MS : 0)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [words])
  const choose = async (mediaId: string) => {
    const isFirst = draft.value.songs.length === 0
    await chooseSong(mediaId)
    onClose()
    // With one song, continue; with several, stay here.
    if (isFirst) route('/new?step=template')
  }
  return (
    <Dialog title="Choose a song" onClose={onClose}>
      <Field label="Title">
        {(box) => (
          <input
            {...box}
            type="search"
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        )}
      </Field>
      <ul class="picks">
        {songs?.map((media) => (
          <li key={media.mediaId}>
            <Button loudness="plain" onPress={() => choose(media.mediaId)}>
              <span class="song-words">
                <span class="song-title">{media.name}</span>
                <span class="soft small">{findNames(media).artist || ' '}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {songs?.length === 0 && (
        <p class="soft">
          {words ? 'No title has these words.' : 'The catalogue is empty. Drop a song instead.'}
        </p>
      )}
      <footer>
        <Button onPress={onClose}>Close</Button>
      </footer>
    </Dialog>
  )
}
