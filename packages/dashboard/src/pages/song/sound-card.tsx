import type { Analysis } from '@songreel/sdk'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { formatLength } from '../../format/format.ts'
import type { Sound } from './use-sound.ts'
import { Waveform } from './waveform.tsx'

const SHOWN_REASONS = 3

type Props = {
  analysis: Analysis | undefined
  sound: Sound | undefined
  /** Why there is nothing to hear or see. */
  note: string | undefined
  /** Whether there will be: then it has its room already. */
  isComing: boolean
}

/** What the song sounds like, and where its best moments are. */
export function SoundCard({ analysis, sound, note, isComing }: Props) {
  return (
    <Card
      title="Sound"
      aside={analysis && sound && <Clock sound={sound} durationSecs={analysis.durationSecs} />}
    >
      {analysis ? (
        <div class="wave-known">
          <Waveform analysis={analysis} sound={sound} />
          <Hooks analysis={analysis} sound={sound} />
        </div>
      ) : (
        <div class={note === undefined || isComing ? 'wave-blank' : 'wave-blank is-none'}>
          <p class="soft">{note ?? 'Listening…'}</p>
        </div>
      )}
    </Card>
  )
}

function Clock({ sound, durationSecs }: { sound: Sound; durationSecs: number }) {
  return (
    <div class="row">
      <output class="soft small" aria-live="off">
        {formatLength(sound.secs.value)} / {formatLength(durationSecs)}
      </output>
      <Button
        isSmall
        aria-label={sound.isPlaying.value ? 'Pause the song' : 'Play the song'}
        onPress={sound.toggle}
      >
        {sound.isPlaying.value ? '❚❚ Pause' : '▶ Play'}
      </Button>
    </div>
  )
}

function Hooks({ analysis: { excerpts }, sound }: { analysis: Analysis; sound: Sound | undefined }) {
  if (excerpts.length === 0) return <p class="soft small">No part stands out as a hook.</p>
  const listen = (startSecs: number) => {
    sound?.seek(startSecs)
    sound?.play()
  }
  return (
    <ol class="hooks" aria-label="Hooks">
      {excerpts.map(({ startSecs, endSecs, reasons }, index) => (
        <li key={startSecs}>
          <button type="button" onClick={() => listen(startSecs)}>
            <strong>Hook {index + 1}</strong>
            <span class="figures">
              {formatLength(startSecs)} to {formatLength(endSecs)}
            </span>
            <span class="soft small">{reasons.slice(0, SHOWN_REASONS).join(', ')}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
