import type { LookDrawing } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { formatLength } from '../../format/format.ts'
import type { LookDraft } from './look-draft.ts'
import { LookStage } from './stage.tsx'
import { type Drawings, drawClip, type Wanted } from './use-drawings.ts'
import type { SongChoice } from './use-song.ts'

const CLIP_SECS = 3
const LONGEST_SECS = 15

export type StagesProps = {
  look: LookDraft
  wanted: Wanted | undefined
  drawings: Drawings
  song: SongChoice
  chosen: string
  hidden: ReadonlySet<string>
  shapes: string[]
  large: string
  onLarge(shape: string): void
  onChoose(path: string): void
  onFault(path: string): void
  onMove(
    shape: string,
    outline: LookDrawing['layers'][number],
    by: { x: number; y: number },
    isExact: boolean,
  ): void
}

/** The look in every shape, one of them large; what is wrong with it; the song and the moment. */
export function Stages(props: StagesProps) {
  const { wanted, drawings, song, shapes, large, onLarge, onMove, onFault } = props
  const { byShape, waiting, faults, problem } = drawings
  const [clip, play] = useClip(wanted)
  return (
    <section class="look-stages" aria-label="Pictures">
      <div class="look-shapes" style={{ '--large': large.replace('x', ' / ') }}>
        {[large, ...shapes.filter((shape) => shape !== large)].map((shape) => (
          <LookStage
            key={shape}
            {...props}
            shape={shape}
            drawing={byShape[shape]}
            isWaiting={waiting.includes(shape)}
            isLarge={shape === large}
            clip={shape === large ? clip : undefined}
            onLook={() => onLarge(shape)}
            onMove={(outline, by, isExact) => onMove(shape, outline, by, isExact)}
          />
        ))}
      </div>
      <SongTools song={song} onPlay={play} />
      <div class="look-said" role="status">
        {faults.length > 0 ? (
          <ul>
            {faults.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <button type="button" onClick={() => onFault(path)}>
                  <code>{path || 'look'}</code>
                </button>{' '}
                {message}
              </li>
            ))}
          </ul>
        ) : (
          <p class={problem ? 'is-bad' : undefined}>
            {problem?.text ??
              (waiting.length > 0
                ? 'Drawing…'
                : 'Drawn by the engine that makes the videos. Drag a layer to move it.')}
          </p>
        )}
      </div>
    </section>
  )
}

function SongTools({ song, onPlay }: { song: SongChoice; onPlay(): Promise<void> }) {
  return (
    <div class="look-song">
      <Field label="Song">
        {(box) => (
          <select
            {...box}
            value={song.mediaId}
            onChange={({ currentTarget }) => song.choose(currentTarget.value)}
          >
            <option value="">The demo song</option>
            {song.songs.map(({ mediaId, name }) => (
              <option key={mediaId} value={mediaId}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label class="look-moment">
        <span class="small soft figures">{formatLength(song.atSecs)}</span>
        <input
          type="range"
          aria-label="Moment of the video"
          aria-valuetext={formatLength(song.atSecs)}
          min={0}
          max={LONGEST_SECS}
          step={0.1}
          value={song.atSecs}
          onInput={({ currentTarget }) => song.seek(currentTarget.valueAsNumber)}
        />
      </label>
      <Button onPress={onPlay}>Play {CLIP_SECS} s</Button>
    </div>
  )
}

/** A few seconds of the large one, on demand; gone with the next change. */
function useClip(wanted: Wanted | undefined): [clip: string | undefined, play: () => Promise<void>] {
  const [clip, setClip] = useState<string>()
  const key = JSON.stringify(wanted)
  useEffect(() => setClip(undefined), [key])
  useEffect(() => () => void (clip && URL.revokeObjectURL(clip)), [clip])
  const play = async () => {
    if (wanted) setClip(URL.createObjectURL(await drawClip(wanted, CLIP_SECS)))
  }
  return [clip, play]
}
