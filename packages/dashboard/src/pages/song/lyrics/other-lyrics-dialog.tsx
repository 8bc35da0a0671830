import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import './lyrics.css'

type Props = {
  theirs: string
  yours: string
  onTheirs(): unknown
  onYours(): unknown
  onClose(): void
}

/** Both lyrics, where somebody else has saved others meanwhile, to choose from. */
export function OtherLyricsDialog({ theirs, yours, onTheirs, onYours, onClose }: Props) {
  return (
    <Dialog title="Somebody else has changed these lyrics" onClose={onClose}>
      <div class="lyrics-both">
        {[
          ['Theirs', theirs],
          ['Yours', yours],
        ].map(([whose, text]) => (
          <label key={whose}>
            <span class="soft small">{whose}</span>
            <textarea readOnly rows={10} value={text} placeholder="(none)" />
          </label>
        ))}
      </div>
      <footer>
        <Button onPress={onClose}>Cancel</Button>
        <Button onPress={onTheirs}>Keep theirs</Button>
        <Button loudness="main" onPress={onYours}>
          Save mine
        </Button>
      </footer>
    </Dialog>
  )
}
