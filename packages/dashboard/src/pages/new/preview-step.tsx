import type { Content } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { DataForm } from '../../looks/data-form.tsx'
import { Stage } from '../../looks/stage.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { isLoop } from '../../words/describe-content.ts'
import { formatCount } from '../../words/format.ts'
import { chooseShapes, composeBatch, composeSettings } from './compose-batch.ts'
import { changeDraft, draft } from './draft.ts'
import { ExcerptCard } from './excerpt-card.tsx'
import { song } from './save-song.ts'
import { StepFoot } from './step-foot.tsx'
import './preview-step.css'

/** Words, colours and the part of the song, with a picture by the engine after every change. */
export function PreviewStep({ contents }: { contents: Content[] | undefined }) {
  const { looks, shapes, motion, range } = draft.value
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
  const videoSettings = composeSettings(draft.value, content, shape)
  const change = (requiredData: Record<string, unknown>) =>
    changeDraft({ looks: looks.map((each) => (each === look ? { ...look, requiredData } : each)) })
  const { length } = composeBatch(draft.value, contents).renders
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Preview
      </h2>
      <div class="row">
        <Chooser
          label="Look"
          all={looks.map(({ contentId }) => nameOf(contents, contentId))}
          at={looks.indexOf(look)}
          onChoose={setAt}
        />
        <Chooser
          label="Shape"
          all={ownShapes}
          at={ownShapes.indexOf(shape)}
          onChoose={(index) => setShape(ownShapes[index])}
        />
      </div>
      <div class="new-preview">
        <Stage
          key={content.contentId}
          content={content}
          shape={shape}
          input={mediaId ? { mediaId, requiredData: look.requiredData, videoSettings } : undefined}
          lengthSecs={range && range.end - range.start}
          onErrors={setErrors}
        />
        <div class="stack">
          <Card title={content.name}>
            <DataForm
              key={content.contentId}
              content={content}
              data={look.requiredData}
              errors={errors}
              hasOwnLyrics
              onChange={change}
            />
            <label class="check">
              <input
                type="checkbox"
                checked={motion === 'REDUCED'}
                onChange={({ currentTarget }) =>
                  changeDraft({ motion: currentTarget.checked ? 'REDUCED' : 'FULL' })
                }
              />
              Gentle motion, in all looks: nothing pulses or travels far
            </label>
          </Card>
          <ExcerptCard content={content} isOwnLength={isLoop(content)} />
        </div>
      </div>
      <StepFoot next="send" label={`Check ${formatCount(length, 'video')}`} isReady={length > 0} />
    </>
  )
}

function nameOf(contents: Content[], id: string): string {
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
