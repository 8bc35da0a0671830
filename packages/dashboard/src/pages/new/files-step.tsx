import { useState } from 'preact/hooks'
import { DropZone } from '../../components/drop-zone.tsx'
import { draft, isNamed } from './draft.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { SongCard } from './song-card.tsx'
import { SongPicker } from './song-picker.tsx'
import { SongRows } from './song-rows.tsx'
import { StepFoot } from './step-foot.tsx'
import { ACCEPTED, takeFiles } from './upload-files.ts'

/** What the videos are made of: files, links, a table of songs, or songs that are here already. */
export function FilesStep() {
  const [open, setOpen] = useState<'catalogue' | 'paste'>()
  const [problems, setProblems] = useState<string[]>([])
  const { songs } = draft.value
  const [only] = songs
  const close = () => setOpen(undefined)
  return (
    <>
      <DropZone
        text={only ? 'Drop more files or folders here' : 'Drop songs and their covers here, or their folders'}
        accept={ACCEPTED}
        hasFolders
        onFiles={async (files) => setProblems(await takeFiles(files))}
      >
        <p class="soft small">
          Lyrics, video clips or a CSV, too, if you have some. Or{' '}
          <button type="button" class="text-button" onClick={() => setOpen('paste')}>
            paste links or rows of a spreadsheet
          </button>
          , or{' '}
          <button type="button" class="text-button" onClick={() => setOpen('catalogue')}>
            choose a song from the catalogue
          </button>
        </p>
      </DropZone>
      {problems.length > 0 && (
        <ul class="new-problems" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {only && (songs.length === 1 ? <SongCard song={only} /> : <SongRows songs={songs} />)}
      {only && <StepFoot next="template" label="Choose a template" isReady={songs.every(isNamed)} />}
      {open === 'catalogue' && <SongPicker onClose={close} />}
      {open === 'paste' && <PasteDialog onTaken={setProblems} onClose={close} />}
    </>
  )
}
