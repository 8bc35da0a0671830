import type { Content } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { isLoop } from '../../format/describe-template.ts'
import { formatCount } from '../../format/format.ts'
import { DataForm } from '../../templates/data-form.tsx'
import { Stage } from '../../templates/stage.tsx'
import { BackgroundChoice } from './background-choice.tsx'
import { BrandField } from './brand-field.tsx'
import { chooseShapes, composeSettings, countVideos, fitBackground, fitData } from './compose-batch.ts'
import { type ChosenTemplate, changeDraft, draft, findShownSong } from './draft.ts'
import { ExcerptCard } from './excerpt-card.tsx'
import { SongChoice } from './song-choice.tsx'
import { song } from './song-state.ts'
import { StepFoot } from './step-foot.tsx'
import './preview-step.css'

/** Words, colours and the part of the song, with a picture by the engine after every change. */
export function PreviewStep({ templates }: { templates: Content[] | undefined }) {
  const { songs, chosen, shapes, motion } = draft.value
  const shown = findShownSong()
  const [at, setAt] = useState(0)
  const [chosenShape, setShape] = useState<string>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const choice = chosen[at] ?? chosen[0]
  const template = templates?.find(({ contentId }) => contentId === choice?.contentId)
  if (!choice)
    return (
      <EmptyState title="No template is chosen yet" text="Choose one or more to see them with your song.">
        <LinkButton href="/new?step=template">Choose a template</LinkButton>
      </EmptyState>
    )
  if (!templates || !template) return <EmptyState title="One moment…" />
  const ownShapes = chooseShapes(template, shapes)
  const shape = ownShapes.find((each) => each === chosenShape) ?? ownShapes[0] ?? '9x16'
  const [mediaId, range] = [song.value.media?.mediaId, shown?.range]
  const requiredData = shown ? fitData(choice, { songs, song: shown, template }) : choice.requiredData
  const shownAs = { background: shown && fitBackground(choice, shown), brandId: draft.value.brandId }
  const videoSettings = composeSettings({ motion, range }, template, shape)
  const replace = (next: ChosenTemplate) =>
    changeDraft({ chosen: chosen.map((each) => (each === choice ? next : each)) })
  const change = (next: Record<string, unknown>) => replace({ ...choice, requiredData: next })
  const length = countVideos(draft.value, songs, templates)
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Preview
      </h2>
      <div class="row">
        <Chooser
          label="Template"
          all={chosen.map(({ contentId }) => findName(templates, contentId))}
          at={chosen.indexOf(choice)}
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
          key={template.contentId}
          template={template}
          shape={shape}
          input={mediaId ? { ...shownAs, mediaId, requiredData, videoSettings } : undefined}
          lengthSecs={range && range.end - range.start}
          onErrors={setErrors}
        />
        <div class="stack">
          <Card title={template.name}>
            <DataForm
              key={template.contentId}
              template={template}
              data={requiredData}
              errors={errors}
              hasOwnLyrics
              onChange={change}
            />
            <BackgroundChoice template={template} choice={choice} song={shown} onChange={replace} />
            <MotionChoice />
            <BrandField />
          </Card>
          <ExcerptCard key={shown?.songId} template={template} isOwnLength={isLoop(template)} />
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
      Gentle motion, in all templates: nothing pulses or travels far
    </label>
  )
}

function findName(templates: Content[], id: string): string {
  return templates.find(({ contentId }) => contentId === id)?.name ?? id
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
