import { useComputed } from '@preact/signals'
import type { Lyrics, Media, Result } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useRecord } from '../../catalogue/use-record.ts'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { DropZone } from '../../components/drop-zone.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { showError, showToast } from '../../components/toast.tsx'
import { formatLength } from '../../format/format.ts'
import { findLyricsDraft } from './lyrics/lyrics-draft.ts'
import { LyricsEditor } from './lyrics/lyrics-editor.tsx'
import { useLyricsSave } from './lyrics/use-lyrics-save.tsx'
import type { Sound } from './use-sound.ts'

const FORMATS = ['lrc', 'srt', 'vtt', 'ttml', 'ass']
const FILES = '.lrc,.srt,.vtt,.ttml,.xml,.ass,.txt,text/*'
const TIMINGS: Record<string, string> = {
  WORD: 'words timed',
  LINE: 'lines timed',
  ESTIMATED: 'no times: spread over the song',
}

type Props = {
  song: Result<Media>
  sound: Sound | undefined
  onChange(): Promise<void>
}

/** What is sung; here it is also timed, brought in from a file, and taken out in every format. */
export function LyricsCard({ song, sound, onChange }: Props) {
  const { mediaId } = song
  const hasLyrics = song.textAssetsIds.LYRICS
  const { record, reload } = useRecord(hasLyrics ? mediaId : null, songreel.media.lyrics)
  // Without any there is nothing to wait for.
  const lyrics = hasLyrics ? record : null
  const [isEditing, setEditing] = useState(() => findLyricsDraft(mediaId) !== undefined)
  const refresh = async () => {
    await onChange()
    await reload()
    setEditing(false)
  }
  const { save, choice } = useLyricsSave(song, refresh)
  const takeFile = async ([file]: File[]) => {
    if (!file) return
    const lyricsText = await file.text()
    if (await save(lyricsText, lyricsText)) showToast('Lyrics imported')
  }
  const state = isEditing ? 'not saved yet' : lyrics && (TIMINGS[lyrics.timing] ?? lyrics.timing)
  return (
    <Card title="Lyrics" aside={state && <span class="soft small">{state}</span>}>
      {isEditing ? (
        <LyricsEditor
          song={song}
          lyrics={lyrics ?? null}
          sound={sound}
          onSave={save}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          {lyrics && <LyricLines lyrics={lyrics} sound={sound} />}
          {lyrics === undefined && <p class="soft">One moment…</p>}
          <div class="row">
            <Button needs="write" loudness={lyrics ? undefined : 'main'} onPress={() => setEditing(true)}>
              {lyrics
                ? lyrics.timing === 'ESTIMATED'
                  ? 'Edit or time'
                  : 'Edit or time again'
                : 'Write and time'}
            </Button>
            {lyrics && <Exports mediaId={mediaId} />}
          </div>
          <DropZone
            text={
              lyrics
                ? 'Drop a file here to replace them: LRC, SRT, WebVTT, TTML, ASS or plain text'
                : 'No lyrics yet. Drop a file here: LRC, SRT, WebVTT, TTML, ASS or plain text'
            }
            accept={FILES}
            onFiles={(files) => takeFile(files.map(({ file }) => file)).catch(showError)}
          />
        </>
      )}
      {choice}
    </Card>
  )
}

function Exports({ mediaId }: { mediaId: string }) {
  return (
    <div class="row">
      <span class="soft small">Export as</span>
      {FORMATS.map((format) => (
        <LinkButton
          key={format}
          isSmall
          download
          href={`/v1/media/${mediaId}/lyrics?format=${format}`}
          aria-label={`Export as ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </LinkButton>
      ))}
    </div>
  )
}

/** The lines; the one that is being sung is marked, and a click goes to it. */
function LyricLines({ lyrics, sound }: { lyrics: Lyrics; sound: Sound | undefined }) {
  const { lines, timing } = lyrics
  const isTimed = timing !== 'ESTIMATED'
  const sung = useComputed(() => {
    const secs = sound?.secs.value ?? 0
    return sound && secs > 0
      ? lines.findIndex(({ startSecs, endSecs }) => secs >= startSecs && secs < endSecs)
      : -1
  })
  const go = (startSecs: number) => {
    sound?.seek(startSecs)
    sound?.play()
  }
  return (
    <ol class={isTimed ? 'lyric-lines' : 'lyric-lines is-untimed'}>
      {lines.map(({ startSecs, text }, index) => (
        <li key={index} class={index === sung.value ? 'is-sung' : undefined}>
          <button type="button" onClick={() => go(startSecs)}>
            <span class="unseen">Play from </span>
            {isTimed && <span class="figures soft small">{formatLength(startSecs)}</span>}
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
