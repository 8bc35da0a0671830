import type { Content } from '@songreel/sdk'
import { EmptyState } from '../../components/empty-state.tsx'
import { describeNeeds } from '../../format/describe-template.ts'
import { formatCount } from '../../format/format.ts'
import { changeDraft, type DraftSong, draft, findShownSong } from './draft.ts'
import { SongChoice } from './song-choice.tsx'
import { startData } from './start-data.ts'
import { StepFoot } from './step-foot.tsx'
import { TemplateCard } from './template-card.tsx'
import { countFiles, hasAll, nameSongs } from './template-needs.ts'
import './choices.css'
import './template-step.css'

const SHAPES = [
  { ratio: '9x16', use: 'Reels, Shorts, TikTok' },
  { ratio: '1x1', use: 'Square posts' },
  { ratio: '4x5', use: 'Feeds' },
  { ratio: '16x9', use: 'Video sites' },
]

/** Which templates, and in which shapes: cards with the song's own cover and sound. */
export function TemplateStep({ templates }: { templates: Content[] | undefined }) {
  const { chosen, shapes } = draft.value
  if (!templates) return <EmptyState title="One moment…" />
  const { songs } = draft.value
  const shown = findShownSong()
  const without = (template: Content) => songs.filter((each) => !hasAll(template, each))
  const usable = templates.filter((template) => without(template).length < songs.length)
  const others = templates.filter((template) => !usable.includes(template))
  const start = (template: Content) =>
    startData(template, {
      title: shown?.title ?? '',
      hasLyrics: songs.every((each) => countFiles(each).lyrics > 0),
    })
  const toggle = (template: Content) => {
    const { contentId } = template
    const rest = chosen.filter((choice) => choice.contentId !== contentId)
    const next =
      rest.length < chosen.length ? rest : [...chosen, { contentId, requiredData: start(template) }]
    changeDraft({ chosen: next })
  }
  const card = (template: Content, { missing, note }: { missing?: string; note?: string } = {}) => (
    <TemplateCard
      key={template.contentId}
      template={template}
      shape={shapes[0] ?? '9x16'}
      isChosen={chosen.some(({ contentId }) => contentId === template.contentId)}
      data={start(template)}
      missing={missing}
      note={note}
      onToggle={() => toggle(template)}
    />
  )
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Template
      </h2>
      <div class="template-choices">
        <ShapeChoice />
        <SongChoice />
      </div>
      <ul class="template-cards">
        {usable.map((template) => card(template, { note: describeLeftOut(template, without(template)) }))}
        {others.map((template) =>
          card(template, { missing: `Needs ${describeNeeds(template)}. Add a file in step 1.` }),
        )}
      </ul>
      <StepFoot
        next="preview"
        label={chosen.length > 0 ? `Preview ${formatCount(chosen.length, 'template')}` : 'Choose a template'}
        isReady={chosen.length > 0}
      />
    </>
  )
}

/** The longer side is as long as that of any other shape. */
function drawShape(ratio: string) {
  const [width = 1, height = 1] = ratio.split('x').map(Number)
  const side = width > height ? 'width' : 'height'
  return { aspectRatio: `${width} / ${height}`, [side]: '1.75rem' }
}

/** The shapes, at least one; the first is what the cards show. */
function ShapeChoice() {
  const { shapes } = draft.value
  const toggle = (ratio: string) => {
    const rest = shapes.filter((shape) => shape !== ratio)
    const next = rest.length < shapes.length ? rest : [...shapes, ratio]
    if (next.length > 0) changeDraft({ shapes: next })
  }
  return (
    <fieldset class="choices shapes">
      <legend>For</legend>
      {SHAPES.map(({ ratio, use }) => (
        <button
          key={ratio}
          type="button"
          class="shape"
          aria-pressed={shapes.includes(ratio)}
          onClick={() => toggle(ratio)}
        >
          <span class="shape-box" style={drawShape(ratio)} />
          <span>
            <strong class="figures">{ratio}</strong>
            <span class="soft small">{use}</span>
          </span>
        </button>
      ))}
    </fieldset>
  )
}

/** One song that lacks something does not keep a template from the others. */
function describeLeftOut(template: Content, songs: DraftSong[]): string | undefined {
  return songs.length > 0 ? `Without ${nameSongs(songs)}: no ${describeNeeds(template)}.` : undefined
}
