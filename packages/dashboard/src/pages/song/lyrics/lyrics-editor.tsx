import type { Lyrics, Media } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { showToast } from '../../../components/toast.tsx'
import type { Sound } from '../use-sound.ts'
import { findUnit, keepTimes } from './keep-times.ts'
import './lyrics.css'
import { dropLyricsDraft, findLyricsDraft, keepLyricsDraft } from './lyrics-draft.ts'
import { TapStage } from './tap-stage.tsx'
import { finishLines, type Line, readLyrics, readText, startTiming, type Unit } from './timed-lyrics.ts'
import { writeEditedTtml } from './write-edited-ttml.ts'

const WITH_TIMES = 'Lyrics saved, with their times'

type Props = {
  song: Media
  lyrics: Lyrics | null
  sound: Sound | undefined
  /** Saves them; false if somebody else has saved others meanwhile. `words` is what people see of them. */
  onSave(lyricsText: string, words: string): Promise<boolean>
  onClose(): void
}

/** Text first, then times: paste it, and tap along while the song plays. A correction keeps the times. What is not saved yet survives leaving the page. */
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
    setTiming(startTiming(keepTimes(text, tapped ?? known), unit))
  }
  if (timing && sound)
    return (
      <TapStage
        start={timing}
        sound={sound}
        onSave={(done) => save(writeEditedTtml(finishLines(done)), WITH_TIMES)}
        onChange={(next) => keepLyricsDraft(mediaId, { text, timing: next })}
        onText={() => setTiming(undefined)}
        onClose={cancel}
      />
    )
  return (
    <TextStage
      text={text}
      known={known}
      hasSound={sound !== undefined}
      onChange={change}
      onBegin={begin}
      onSave={save}
      onClose={cancel}
    />
  )
}

type TextProps = {
  text: string
  /** What the song has already. */
  known: Line[]
  hasSound: boolean
  onChange(text: string): void
  onBegin(unit: Unit): void
  onSave(lyricsText: string, words: string): void
  onClose(): void
}

function TextStage({ text, known, hasSound, onChange, onBegin, onSave, onClose }: TextProps) {
  const lines = keepTimes(text, known)
  const count = lines.length
  const unit = findUnit(lines)
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
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        {unit && (
          <Button
            loudness="main"
            onPress={() => onSave(writeEditedTtml(finishLines({ lines, unit, next: 0 })), WITH_TIMES)}
          >
            Save and keep the times
          </Button>
        )}
        <Button
          {...(!unit && { loudness: 'main' })}
          disabled={count === 0 || !hasSound}
          onPress={() => onBegin('LINE')}
        >
          Time the lines
        </Button>
        <Button disabled={count === 0 || !hasSound} onPress={() => onBegin('WORD')}>
          Time every word
        </Button>
        <Button
          disabled={count === 0}
          onPress={() => onSave(joinLines(readText(text)), 'Lyrics saved, without times')}
        >
          Save without times
        </Button>
        <Button loudness="plain" onPress={onClose}>
          Cancel
        </Button>
      </div>
      {!hasSound && <p class="soft small">Times are tapped along with the song: add its audio first.</p>}
    </div>
  )
}

function joinLines(lines: Line[]): string {
  return lines.map(({ text }) => text).join('\n')
}
