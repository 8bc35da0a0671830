import type { Lyrics, Media } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { songreel } from '../../../client.ts'
import { Button } from '../../../parts/button.tsx'
import { Field } from '../../../parts/field.tsx'
import { showToast } from '../../../parts/toast.tsx'
import type { Sound } from '../use-sound.ts'
import './lyrics.css'
import { TapStage } from './tap-stage.tsx'
import { finishLines, readLyrics, readText, startTiming, type Timing, type Unit } from './timed-lyrics.ts'
import { writeTtml } from './write-ttml.ts'

type Props = {
  song: Media
  lyrics: Lyrics | null
  sound: Sound | undefined
  onSaved(): Promise<void>
  onClose(): void
}

/** Text first, then times: paste it, and tap along while the song plays. */
export function LyricsEditor({ song, lyrics, sound, onSaved, onClose }: Props) {
  const known = lyrics ? readLyrics(lyrics) : []
  const [text, setText] = useState(known.map((line) => line.text).join('\n'))
  const [timing, setTiming] = useState<Timing>()
  const save = async (lyricsText: string, words: string) => {
    await songreel.media.update(song.mediaId, { lyricsText })
    showToast(words)
    await onSaved()
  }
  const begin = (unit: Unit) => {
    const isSame = text === known.map((line) => line.text).join('\n')
    setTiming(startTiming(isSame ? known : readText(text), unit))
  }
  if (timing && sound)
    return (
      <TapStage
        start={timing}
        sound={sound}
        onSave={(done) => save(writeTtml(finishLines(done)), 'Lyrics saved, with their times')}
        onText={() => setTiming(undefined)}
        onClose={onClose}
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
            onInput={({ currentTarget }) => setText(currentTarget.value)}
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
          onPress={() =>
            save(
              readText(text)
                .map((line) => line.text)
                .join('\n'),
              'Lyrics saved, without times',
            )
          }
        >
          Save without times
        </Button>
        <Button loudness="plain" onPress={onClose}>
          Cancel
        </Button>
      </div>
      {!sound && <p class="soft small">Times are tapped along with the song: add its audio first.</p>}
    </div>
  )
}
