import { useState } from 'preact/hooks'
import { toOwnUrl } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DropZone } from '../../parts/drop-zone.tsx'
import { Field } from '../../parts/field.tsx'
import { ProgressRow } from '../../parts/progress-row.tsx'
import { formatBytes } from '../../words/format.ts'
import { changeDraft, type DraftFile, draft, findFile } from './draft.ts'
import { song } from './save-song.ts'
import { SongPicker } from './song-picker.tsx'
import { StepFoot } from './step-foot.tsx'
import { ACCEPTED, chosenCover, removeFile, takeFiles, uploads } from './upload-files.ts'

const ROLES = { audio: 'Song', cover: 'Cover', lyrics: 'Lyrics', clip: 'Video' }

/** What the videos are made of: files, or a song that is here already. */
export function FilesStep() {
  const [isPicking, setPicking] = useState(false)
  const { files, isFromCatalogue, saved, title, artist } = draft.value
  const hasSong = isFromCatalogue || findFile('audio') !== undefined
  const [refused, setRefused] = useState<string[]>([])
  return (
    <>
      <DropZone
        text={hasSong ? 'Drop more files here' : 'Drop a song and its cover here'}
        accept={ACCEPTED}
        onFiles={(added) => setRefused(takeFiles(added))}
      >
        <p class="soft small">
          Lyrics and video clips, too, if you have some. Or{' '}
          <button type="button" class="text-button" onClick={() => setPicking(true)}>
            choose a song from the catalogue
          </button>
        </p>
      </DropZone>
      {refused.length > 0 && (
        <p class="new-note is-bad" role="alert">
          Not taken: {refused.join(', ')}. Songs are mp3, flac, wav, aiff, ogg, opus or m4a; covers jpeg, png,
          webp, avif, heic or gif; videos mp4, mov or webm; lyrics lrc, srt, vtt, ttml, ass or txt.
        </p>
      )}
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
  const cover = findFile('cover')
  const imageId = draft.value.isFromCatalogue && song.value.media?.imageAssetId
  const stored = cover?.url ?? (imageId ? `/v1/uploads/${imageId}` : undefined)
  const url = (cover && chosenCover.value) ?? (stored && toOwnUrl(stored))
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
