import { formatBytes } from '@songreel/contract/format-bytes'
import { toFileUrl } from '../../catalogue/covers.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { changeSong, type DraftFile, type DraftSong, findFile } from './draft.ts'
import { song as shown } from './song-state.ts'
import { findCover, removeFile, uploads } from './upload-files.ts'

const ROLES = { audio: 'Song', cover: 'Cover', lyrics: 'Lyrics', clip: 'Video' }

/** What can be said of a song; the first two stand in the videos. */
export const SONG_FIELDS = [
  { name: 'title', label: 'Title', hint: '' },
  { name: 'artist', label: 'Artist', hint: 'As the videos show it' },
  { name: 'album', label: 'Album', hint: 'Optional' },
  { name: 'isrc', label: 'ISRC', hint: 'Optional' },
] as const

/** The one song of a batch, with all of its files. */
export function SongCard({ song }: { song: DraftSong }) {
  const { files, isFromCatalogue } = song
  const isWithoutCover = findFile(song, 'audio') && !findFile(song, 'cover')
  return (
    <Card title="The song">
      <div class="new-song">
        <CoverPicture song={song} />
        <div class="stack">
          <SongFields song={song} />
          <ul class="new-files">
            {files.map((file) => (
              <FileRow key={file.fileId} file={file} onRemove={() => removeFile(song, file.fileId)} />
            ))}
          </ul>
          {isFromCatalogue && <p class="soft small">From the catalogue. Its files stay as they are.</p>}
          {!isFromCatalogue && isWithoutCover && (
            <p class="soft small">Without a cover, one is drawn from the song's name.</p>
          )}
        </div>
      </div>
    </Card>
  )
}

function SongFields({ song }: { song: DraftSong }) {
  const { songId, title, artist, isFromCatalogue } = song
  if (isFromCatalogue)
    return (
      <p>
        <strong>{title}</strong>
        <br />
        <span class="soft">{artist}</span>
      </p>
    )
  return (
    <div class="new-fields">
      {SONG_FIELDS.map(({ name, label, hint }) => (
        <Field key={name} label={label}>
          {(box) => (
            <input
              {...box}
              value={song[name]}
              maxLength={200}
              placeholder={hint}
              onInput={({ currentTarget }) => changeSong(songId, { [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

function CoverPicture({ song }: { song: DraftSong }) {
  const url =
    findCover(song) ?? (song.isFromCatalogue ? toFileUrl(shown.value.media?.imageAssetId) : undefined)
  return url ? <img class="new-cover" src={url} alt="The cover" /> : <span class="new-cover" />
}

function FileRow({ file, onRemove }: { file: DraftFile; onRemove(): void }) {
  const { fileId, name, role, error } = file
  const percent = uploads.value[fileId]
  return (
    <li>
      <span class="soft small">{ROLES[role]}</span>
      <span class="clip" title={name}>
        {name}
      </span>
      {percent !== undefined ? (
        <ProgressRow percent={percent} label={`Upload of ${name}`} />
      ) : (
        <span class={error ? 'small new-note is-bad' : 'small soft figures'}>{describeFile(file)}</span>
      )}
      <Button isSmall loudness="plain" aria-label={`Remove ${name}`} onPress={onRemove}>
        ✕
      </Button>
    </li>
  )
}

function describeFile({ bytes, url, error }: DraftFile): string {
  if (error) return error
  if (bytes === undefined) return 'a link'
  return url ? `${formatBytes(bytes)}, uploaded` : 'waiting'
}
