import type { Analysis, Content } from '@songreel/sdk'
import { useRef, useState } from 'preact/hooks'
import { useAnalysis } from '../../catalogue/use-analysis.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { formatLength } from '../../format/format.ts'
import './choices.css'
import { changeSong, findShownSong, type Range } from './draft.ts'
import { RangeSlider } from './range-slider.tsx'
import { song } from './song-state.ts'

const USUAL_SECS = 15
const MOST_REASONS = 2

type Props = { template: Content; isOwnLength: boolean }

/** Which part of the song: the proposed moments, or any other on the waveform. */
export function ExcerptCard({ template, isOwnLength }: Props) {
  const [isSnapped, setSnapped] = useState(true)
  const { media } = song.value
  const { analysis, note } = useAnalysis({
    mediaId: media?.mediaId,
    audioId: media?.audioAssets.DEFAULT,
    excerptSecs: findLength(template),
  })
  const { songId = '', range } = findShownSong() ?? {}
  const choose = (next: Range | undefined) => changeSong(songId, { range: next })
  if (isOwnLength)
    return (
      <Card title="Part of the song">
        <p class="soft">This template is a silent loop; it finds whole bars of its own.</p>
      </Card>
    )
  if (!analysis)
    return (
      <Card title="Part of the song">
        <div class="excerpt-wave is-empty">
          <p class="soft">{note}</p>
        </div>
      </Card>
    )
  const shown = range ?? usualRange(analysis, template)
  const facts = [
    formatLength(analysis.durationSecs),
    analysis.bpm && `${Math.round(analysis.bpm)} BPM`,
    analysis.key,
  ]
  return (
    <Card
      title="Part of the song"
      aside={<span class="soft small figures">{facts.filter(Boolean).join(' · ')}</span>}
    >
      <RangeSlider analysis={analysis} range={shown} isSnapped={isSnapped} onChange={choose} />
      <div class="row">
        <Listen range={shown} />
        <span class="figures">
          {formatLength(shown.start)} to {formatLength(shown.end)}
        </span>
        <span class="soft small figures">{formatLength(shown.end - shown.start)} long</span>
        {analysis.bars.length > 1 && (
          <label class="check push">
            <input
              type="checkbox"
              checked={isSnapped}
              onChange={({ currentTarget }) => setSnapped(currentTarget.checked)}
            />
            Snap to bars
          </label>
        )}
      </div>
      <fieldset class="choices proposals">
        <legend class="small soft">Proposed</legend>
        <button type="button" aria-pressed={!range} onClick={() => choose(undefined)}>
          <strong>Best for each template</strong>
          <span class="soft small">each takes the length that suits it</span>
        </button>
        {analysis.excerpts.map(({ startSecs, endSecs, reasons }) => (
          <button
            key={startSecs}
            type="button"
            aria-pressed={range?.start === startSecs && range.end === endSecs}
            onClick={() => choose({ start: startSecs, end: endSecs })}
          >
            <strong class="figures">
              {formatLength(startSecs)} to {formatLength(endSecs)}
            </strong>
            <span class="soft small">{reasons.slice(0, MOST_REASONS).join(', ')}</span>
          </button>
        ))}
      </fieldset>
    </Card>
  )
}

function findLength({ defaults }: Content): number {
  const { secs } = (defaults.excerpt ?? {}) as { secs?: number }
  return secs ?? USUAL_SECS
}

/** What a template takes if nobody says. */
function usualRange({ excerpts: [best], durationSecs }: Analysis, { defaults }: Content): Range {
  const { kind } = (defaults.excerpt ?? {}) as { kind?: string }
  if (kind === 'WHOLE' || !best) return { start: 0, end: durationSecs }
  return { start: best.startSecs, end: best.endSecs }
}

/** Plays the part, and stops where it ends. */
function Listen({ range }: { range: Range }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const assetId = song.value.media?.audioAssets.DEFAULT
  const toggle = async () => {
    const { current } = audio
    if (!current) return
    if (isPlaying) return current.pause()
    current.currentTime = range.start
    await current.play()
  }
  return (
    <>
      <Button isSmall onPress={toggle}>
        {isPlaying ? 'Stop' : 'Listen'}
      </Button>
      {/* biome-ignore lint/a11y/useMediaCaption: the song itself. */}
      <audio
        ref={audio}
        src={assetId && `/v1/uploads/${assetId}`}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.currentTime >= range.end) currentTarget.pause()
        }}
      />
    </>
  )
}
