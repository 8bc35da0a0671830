import type { Content } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { isLoop } from '../../format/describe-content.ts'
import { formatCount } from '../../format/format.ts'
import { DataForm } from '../../looks/data-form.tsx'
import { Stage } from '../../looks/stage.tsx'
import { chooseShapes, composeSettings, countVideos, fitData } from './compose-batch.ts'
import { changeDraft, draft, findShownSong } from './draft.ts'
import { ExcerptCard } from './excerpt-card.tsx'
import { SongChoice } from './song-choice.tsx'
import { song } from './song-state.ts'
import { StepFoot } from './step-foot.tsx'
import './preview-step.css'

/** Words, colours and the part of the song, with a picture by the engine after every change. */
export function PreviewStep({ contents }: { contents: Content[] | undefined }) {
  const { songs, looks, shapes, motion } = draft.value
  const shown = findShownSong()
  const [at, setAt] = useState(0)
  const [chosenShape, setShape] = useState<string>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const look = looks[at] ?? looks[0]
  const content = contents?.find(({ contentId }) => contentId === look?.contentId)
  if (!look)
    return (
      <EmptyState title="No look is chosen yet" text="Choose one or more to see them with your song.">
        <LinkButton href="/new?step=look">Choose a look</LinkButton>
      </EmptyState>
    )
  if (!contents || !content) return <EmptyState title="One moment…" />
  const ownShapes = chooseShapes(content, shapes)
  const shape = ownShapes.find((each) => each === chosenShape) ?? ownShapes[0] ?? '9x16'
  const mediaId = song.value.media?.mediaId
  const range = shown?.range
  const requiredData = shown ? fitData(look, { songs, song: shown, content }) : look.requiredData
  const videoSettings = composeSettings({ motion, range }, content, shape)
  const change = (next: Record<string, unknown>) =>
    changeDraft({ looks: looks.map((each) => (each === look ? { ...look, requiredData: next } : each)) })
  const length = countVideos(draft.value, songs, contents)
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Preview
      </h2>
      <div class="row">
        <Chooser
          label="Look"
          all={looks.map(({ contentId }) => findName(contents, contentId))}
          at={looks.indexOf(look)}
          onChoose={setAt}
        />
        <Chooser
          label="Shape"
          all={ownShapes}
          at={ownShapes.indexOf(shape)}
          onChoose={(index) => setShape(ownShapes[index])}
        />
        <SongChoice />
      </div>
      <div class="new-preview">
        <Stage
          key={content.contentId}
          content={content}
          shape={shape}
          input={mediaId ? { mediaId, requiredData, videoSettings } : undefined}
          lengthSecs={range && range.end - range.start}
          onErrors={setErrors}
        />
        <div class="stack">
          <Card title={content.name}>
            <DataForm
              key={content.contentId}
              content={content}
              data={requiredData}
              errors={errors}
              hasOwnLyrics
              onChange={change}
            />
            <MotionChoice />
          </Card>
          <ExcerptCard key={shown?.songId} content={content} isOwnLength={isLoop(content)} />
        </div>
      </div>
      <StepFoot next="send" label={`Check ${formatCount(length, 'video')}`} isReady={length > 0} />
    </>
  )
}

function MotionChoice() {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={draft.value.motion === 'REDUCED'}
        onChange={({ currentTarget }) => changeDraft({ motion: currentTarget.checked ? 'REDUCED' : 'FULL' })}
      />
      Gentle motion, in all looks: nothing pulses or travels far
    </label>
  )
}

function findName(contents: Content[], id: string): string {
  return contents.find(({ contentId }) => contentId === id)?.name ?? id
}

type ChooserProps = { label: string; all: string[]; at: number; onChoose(index: number): void }

/** One of a few; with one alone there is nothing to choose. */
function Chooser({ label, all, at, onChoose }: ChooserProps) {
  if (all.length < 2) return null
  return (
    <fieldset class="chooser">
      <legend class="unseen">{label}</legend>
      {all.map((each, index) => (
        <button key={each} type="button" aria-pressed={index === at} onClick={() => onChoose(index)}>
          {each}
        </button>
      ))}
    </fieldset>
  )
}
