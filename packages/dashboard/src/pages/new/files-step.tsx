import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DropZone } from '../../parts/drop-zone.tsx'
import { Field } from '../../parts/field.tsx'
import { ProgressRow } from '../../parts/progress-row.tsx'
import { showError } from '../../parts/toast.tsx'
import { formatBytes } from '../../words/format.ts'
import { changeDraft, type DraftFile, draft, findFile } from './draft.ts'
import { SongPicker } from './song-picker.tsx'
import { StepFoot } from './step-foot.tsx'
import { ACCEPTED, covers, removeFile, takeFiles, uploads } from './upload-files.ts'

const ROLES = { audio: 'Song', cover: 'Cover', lyrics: 'Lyrics', clip: 'Video' }

/** What the videos are made of: files, or a song that is here already. */
export function FilesStep() {
  const [isPicking, setPicking] = useState(false)
  const { files, isFromCatalogue, saved, title, artist } = draft.value
  const hasSong = isFromCatalogue || findFile('audio') !== undefined
  const take = (added: File[]) => {
    const [refused] = takeFiles(added)
    if (refused)
      showError(
        new Error(
          `${refused} is no song, picture, video or lyrics. Songs are mp3, flac, wav, aiff, ogg, opus or m4a.`,
        ),
      )
  }
  return (
    <>
      <DropZone
        text={hasSong ? 'Drop more files here' : 'Drop a song and its cover here'}
        accept={ACCEPTED}
        onFiles={take}
      >
        <p class="soft small">
          Lyrics and video clips, too, if you have some. Or{' '}
          <button type="button" class="text-button" onClick={() => setPicking(true)}>
            choose a song from the catalogue
          </button>
        </p>
      </DropZone>
      {(files.length > 0 || isFromCatalogue) && (
        <Card title="The song">
          <div class="new-song">
            <CoverPicture />
            <div class="stack">
              <SongFields />
              <ul class="new-files">
                {files.map((file) => (
                  <FileRow key={file.name} file={file} />
                ))}
              </ul>
              {isFromCatalogue && saved && (
                <p class="soft small">From the catalogue. Its files stay as they are.</p>
              )}
              {!isFromCatalogue && hasSong && !findFile('cover') && (
                <p class="soft small">Without a cover, one is drawn from the song's name.</p>
              )}
            </div>
          </div>
        </Card>
      )}
      {hasSong && (
        <StepFoot next="look" label="Choose a look" isReady={title.trim() !== '' && artist.trim() !== ''} />
      )}
      {isPicking && <SongPicker onClose={() => setPicking(false)} />}
    </>
  )
}

function SongFields() {
  const { title, artist, isFromCatalogue } = draft.value
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
      <Field label="Title">
        {(box) => (
          <input
            {...box}
            value={title}
            maxLength={200}
            onInput={({ currentTarget }) => changeDraft({ title: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Artist">
        {(box) => (
          <input
            {...box}
            value={artist}
            maxLength={200}
            required
            placeholder="As the videos show it"
            onInput={({ currentTarget }) => changeDraft({ artist: currentTarget.value })}
          />
        )}
      </Field>
    </div>
  )
}

function CoverPicture() {
  const url = findFile('cover') && covers.value
  return url ? <img class="new-cover" src={url} alt="The cover" /> : <span class="new-cover" />
}

function FileRow({ file }: { file: DraftFile }) {
  const { name, role, bytes, url, error } = file
  const percent = uploads.value[name]
  return (
    <li>
      <span class="soft small">{ROLES[role]}</span>
      <span class="clip" title={name}>
        {name}
      </span>
      {percent !== undefined ? (
        <ProgressRow percent={percent} label={`Upload of ${name}`} />
      ) : (
        <span class={error ? 'small new-note is-bad' : 'small soft figures'}>
          {error ?? (url ? `${formatBytes(bytes)}, uploaded` : 'waiting')}
        </span>
      )}
      <Button isSmall loudness="plain" aria-label={`Remove ${name}`} onPress={() => removeFile(name)}>
        ✕
      </Button>
    </li>
  )
}
