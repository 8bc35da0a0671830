import { changeDraft, draft, findShownSong } from './draft.ts'

/** Which of several songs the previews show. */
export function SongChoice() {
  const { songs } = draft.value
  if (songs.length < 2) return null
  return (
    <label class="song-choice">
      <span class="soft small">Shown with</span>
      <select
        value={findShownSong()?.songId}
        onChange={({ currentTarget }) => changeDraft({ shownId: currentTarget.value })}
      >
        {songs.map(({ songId, title }) => (
          <option key={songId} value={songId}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
