import type { Lyrics, Media } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { showToast } from '../../../components/toast.tsx'
import type { Sound } from '../use-sound.ts'
import './lyrics.css'
import { dropLyricsDraft, findLyricsDraft, keepLyricsDraft } from './lyrics-draft.ts'
import { TapStage } from './tap-stage.tsx'
import { finishLines, type Line, readLyrics, readText, startTiming, type Unit } from './timed-lyrics.ts'
import { writeEditedTtml } from './write-edited-ttml.ts'

type Props = {
  song: Media
  lyrics: Lyrics | null
  sound: Sound | undefined
  /** Saves them; false if somebody else has saved others meanwhile. `words` is what people see of them. */
  onSave(lyricsText: string, words: string): Promise<boolean>
  onClose(): void
}

/** Text first, then times: paste it, and tap along while the song plays. What is not saved yet survives leaving the page. */
export function LyricsEditor({ song: { mediaId }, lyrics, sound, onSave, onClose }: Props) {
  const known = lyrics ? readLyrics(lyrics) : []
  const [left] = useState(() => findLyricsDraft(mediaId))
  const [text, setText] = useState(left?.text ?? joinLines(known))
  const [timing, setTiming] = useState(left?.timing)
  const save = async (lyricsText: string, words: string) => {
    if (await onSave(lyricsText, text)) showToast(words)
  }
  const cancel = () => {
    dropLyricsDraft(mediaId)
    onClose()
  }
  const change = (next: string) => {
    setText(next)
    keepLyricsDraft(mediaId, { text: next })
  }
  const begin = (unit: Unit) => {
    const tapped = findLyricsDraft(mediaId)?.timing?.lines
    const lines = readText(text)
    const same = [tapped, known].find((each) => each && joinLines(each) === joinLines(lines))
    setTiming(startTiming(same ?? lines, unit))
  }
  if (timing && sound)
    return (
      <TapStage
        start={timing}
        sound={sound}
        onSave={(done) => save(writeEditedTtml(finishLines(done)), 'Lyrics saved, with their times')}
        onChange={(next) => keepLyricsDraft(mediaId, { text, timing: next })}
        onText={() => setTiming(undefined)}
        onClose={cancel}
      />
    )
  const count = readText(text).length
  return (
    <div class="stack">
      <Field
        label="Lyrics"
        help={`One line of the song per line. ${count === 1 ? '1 line' : `${count} lines`}; headings in [brackets] are left out.`}
      >
        {(box) => (
          <textarea
            {...box}
            class="lyrics-text"
            rows={14}
            value={text}
            placeholder="Paste the lyrics here"
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        <Button loudness="main" disabled={count === 0 || !sound} onPress={() => begin('LINE')}>
          Time the lines
        </Button>
        <Button disabled={count === 0 || !sound} onPress={() => begin('WORD')}>
          Time every word
        </Button>
        <Button
          disabled={count === 0}
          onPress={() => save(joinLines(readText(text)), 'Lyrics saved, without times')}
        >
          Save without times
        </Button>
        <Button loudness="plain" onPress={cancel}>
          Cancel
        </Button>
      </div>
      {!sound && <p class="soft small">Times are tapped along with the song: add its audio first.</p>}
    </div>
  )
}

function joinLines(lines: Line[]): string {
  return lines.map(({ text }) => text).join('\n')
}
