import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { pickFile } from '../../components/picked-files.ts'
import { showError } from '../../components/toast.tsx'
import { formatCount } from '../../format/format.ts'
import { changeDraft, changeSong, type DraftSong, draft, findFile, removeSong } from './draft.ts'
import { readFolder } from './file-paths.ts'
import { SONG_FIELDS } from './song-card.tsx'
import { findWaiting } from './song-state.ts'
import '../../components/thumb.css'
import './song-rows.css'
import { findCover, takeCover, uploads } from './upload-files.ts'

/** Several songs, a row each: every cell can be changed, and what a song lacks is said in its row. */
export function SongRows({ songs }: { songs: DraftSong[] }) {
  const nameless = songs.filter(({ artist }) => artist.trim() === '')
  const [known] = songs.filter(({ artist }) => artist.trim() !== '')
  const fillIn = () =>
    changeDraft({
      songs: draft.value.songs.map((song) =>
        nameless.includes(song) ? { ...song, artist: known?.artist ?? '' } : song,
      ),
    })
  return (
    <Card
      title={formatCount(songs.length, 'song')}
      aside={
        known && nameless.length > 0 ? (
          <Button isSmall onPress={fillIn}>
            All are by {known.artist}
          </Button>
        ) : (
          <span class="soft small">a batch each, with the same templates</span>
        )
      }
    >
      <div class="song-heads" aria-hidden="true">
        {SONG_FIELDS.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
        <span>Files</span>
      </div>
      <ul class="song-rows" data-moves>
        {songs.map((song, index) => (
          <SongRow key={song.songId} song={song} number={index + 1} />
        ))}
      </ul>
    </Card>
  )
}

function SongRow({ song, number }: { song: DraftSong; number: number }) {
  const { songId, title, isFromCatalogue } = song
  return (
    <li data-move>
      <CoverButton song={song} number={number} />
      {SONG_FIELDS.map(({ name, label }) => (
        <input
          key={name}
          aria-label={`${label} of song ${number}`}
          placeholder={label}
          value={song[name]}
          maxLength={200}
          disabled={isFromCatalogue}
          onInput={({ currentTarget }) => changeSong(songId, { [name]: currentTarget.value })}
        />
      ))}
      <RowState song={song} />
      <Button
        isSmall
        loudness="plain"
        aria-label={`Remove ${title || `song ${number}`}`}
        onPress={() => removeSong(songId)}
      >
        ✕
      </Button>
    </li>
  )
}

/** The cover of a song, which is chosen by pressing it: of several songs, nobody else can say whose a picture is. */
function CoverButton({ song, number }: { song: DraftSong; number: number }) {
  const cover = findCover(song)
  const picture = cover ? (
    <img class="thumb" src={cover} alt="" width={44} height={44} />
  ) : (
    <span class="thumb" aria-hidden="true">
      {!song.isFromCatalogue && '+'}
    </span>
  )
  if (song.isFromCatalogue) return picture
  const label = `${cover ? 'Change the' : 'Add a'} cover of ${song.title || `song ${number}`}`
  const choose = async () => {
    const file = await pickFile('image/*')
    if (file) await takeCover(song.songId, file)
  }
  return (
    <button
      type="button"
      class="song-cover"
      aria-label={label}
      title={label}
      onClick={() => choose().catch(showError)}
    >
      {picture}
    </button>
  )
}

function RowState({ song }: { song: DraftSong }) {
  const { problem, isFromCatalogue, files } = song
  const waiting = findWaiting(song)
  if (problem || waiting?.step === 'failed')
    return <span class="song-row-state is-bad">{problem ?? waiting?.words}</span>
  if (waiting?.step === 'uploading') {
    const percents = files.map(({ fileId, url }) => (url ? 100 : (uploads.value[fileId] ?? 0)))
    const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length
    return <span class="song-row-state figures">Uploading, {Math.floor(mean)} %</span>
  }
  if (waiting) return <span class="song-row-state is-warn">Title and artist are needed</span>
  if (isFromCatalogue) return <span class="song-row-state">from the catalogue</span>
  const extras = (['cover', 'lyrics', 'clip'] as const).filter((role) => findFile(song, role))
  const folder = readFolder(findFile(song, 'audio')?.name ?? '')
  return (
    <span class="song-row-state">
      {['✓ audio', ...extras].join(', ')}
      {folder && <span class="song-row-folder clip">{folder}</span>}
    </span>
  )
}
