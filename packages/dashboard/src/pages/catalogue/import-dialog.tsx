import { useRef, useState } from 'preact/hooks'
import { readSongList, readTableFile } from '../../catalogue/read-song-list.ts'
import { RowsField } from '../../catalogue/rows-field.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ProgressRow } from '../../components/progress-row.tsx'
import { showToast } from '../../components/toast.tsx'
import { formatCount } from '../../format/format.ts'
import { importSongs } from './import-songs.ts'
import { sortRows } from './sort-rows.ts'

const EXAMPLE = `audio,title,artist,album,isrc,cover
https://example.com/one.mp3,Tin Lanterns,Odalys Wren,Harbour EP`
const SHOWN_PROBLEMS = 8

/** Songs from a CSV file, or rows of a spreadsheet, whose files are links. */
export function ImportDialog({ onImported, onClose }: { onImported(): void; onClose(): void }) {
  const [text, setText] = useState('')
  const [done, setDone] = useState<number>()
  const [refused, setRefused] = useState<string[]>([])
  const file = useRef<HTMLInputElement>(null)
  const { rows, problems } = text.trim() ? sortRows(readSongList(text)) : { rows: [], problems: [] }
  const shown = [...refused, ...problems]
  const start = async () => {
    setDone(0)
    const { added, updated, known, problems: failures } = await importSongs(rows, setDone)
    onImported()
    setDone(undefined)
    const others = [updated > 0 && `${updated} updated`, known > 0 && `${known} were here already`]
    showToast([`${formatCount(added, 'song')} added`, ...others.filter(Boolean)].join(', '))
    if (failures.length === 0 && problems.length === 0) onClose()
    else setRefused(failures)
  }
  return (
    <Dialog title="Import songs" onClose={onClose}>
      <RowsField
        label="CSV, or rows from a spreadsheet"
        help="The first row names the columns: audio, title and artist, and if you have them album, upc, isrc, cover and lyrics. Audio, cover and lyrics are links."
        example={EXAMPLE}
        text={text}
        onText={setText}
      />
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,.tsv,text/csv"
        aria-label="CSV file"
        onChange={async ({ currentTarget }) => {
          const [table] = currentTarget.files ?? []
          setText(table ? await readTableFile(table) : '')
          currentTarget.value = ''
        }}
      />
      {shown.length > 0 && (
        <div role="status">
          <ul class="small">
            {shown.slice(0, SHOWN_PROBLEMS).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            {shown.length > SHOWN_PROBLEMS && <li>and {shown.length - SHOWN_PROBLEMS} more</li>}
          </ul>
        </div>
      )}
      {done !== undefined && (
        <ProgressRow percent={Math.round((100 * done) / rows.length)} label="Progress of the import" />
      )}
      <footer>
        <Button onPress={() => file.current?.click()}>Choose a CSV file</Button>
        <Button onPress={onClose}>Cancel</Button>
        <Button loudness="main" disabled={rows.length === 0 || done !== undefined} onPress={start}>
          {rows.length > 0 ? `Import ${formatCount(rows.length, 'song')}` : 'Import'}
        </Button>
      </footer>
    </Dialog>
  )
}
