import { useState } from 'preact/hooks'
import { readSongList } from '../../catalogue/read-song-list.ts'
import { RowsField } from '../../catalogue/rows-field.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { takeTable } from './upload-files.ts'

const EXAMPLE = `audio\ttitle\tartist\talbum\tisrc\tcover
https://example.com/one.mp3\tTin Lanterns\tOdalys Wren`

/** Songs as links, or as rows that were copied from a spreadsheet. */
export function PasteDialog({ onTaken, onClose }: { onTaken(problems: string[]): void; onClose(): void }) {
  const [text, setText] = useState('')
  const { rows, problems } = readSongList(text)
  const isEmpty = text.trim() === ''
  const add = () => {
    onTaken(takeTable(text))
    onClose()
  }
  return (
    <Dialog title="Paste songs" onClose={onClose}>
      <RowsField
        label="Links or rows"
        help="One link to an audio file a line; or rows from a spreadsheet or CSV, the first of which names the columns: audio, title, artist, album, isrc, cover, lyrics."
        error={!isEmpty && rows.length === 0 ? problems[0] : undefined}
        example={EXAMPLE}
        text={text}
        onText={setText}
      />
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button loudness="main" disabled={rows.length === 0} onPress={add}>
          {rows.length > 1 ? `Add ${rows.length} songs` : 'Add'}
        </Button>
      </footer>
    </Dialog>
  )
}
