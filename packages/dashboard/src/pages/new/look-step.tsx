import type { Content } from '@songreel/sdk'
import { EmptyState } from '../../components/empty-state.tsx'
import { describeNeeds } from '../../format/describe-content.ts'
import { formatCount } from '../../format/format.ts'
import { changeDraft, type DraftSong, draft, findShownSong } from './draft.ts'
import { LookCard } from './look-card.tsx'
import { countFiles, hasAll, nameSongs } from './look-needs.ts'
import { SongChoice } from './song-choice.tsx'
import { startData } from './start-data.ts'
import { StepFoot } from './step-foot.tsx'
import './choices.css'
import './look-step.css'

const SHAPES = [
  { ratio: '9x16', use: 'Reels, Shorts, TikTok' },
  { ratio: '1x1', use: 'Square posts' },
  { ratio: '4x5', use: 'Feeds' },
  { ratio: '16x9', use: 'Video sites' },
]

/** Which looks, and in which shapes: cards with the song's own cover and sound. */
export function LookStep({ contents }: { contents: Content[] | undefined }) {
  const { looks, shapes } = draft.value
  if (!contents) return <EmptyState title="One moment…" />
  const { songs } = draft.value
  const shown = findShownSong()
  const without = (content: Content) => songs.filter((each) => !hasAll(content, each))
  const usable = contents.filter((content) => without(content).length < songs.length)
  const others = contents.filter((content) => !usable.includes(content))
  const start = (content: Content) =>
    startData(content, {
      title: shown?.title ?? '',
      hasLyrics: songs.every((each) => countFiles(each).lyrics > 0),
    })
  const toggle = (content: Content) => {
    const { contentId } = content
    const rest = looks.filter((look) => look.contentId !== contentId)
    const next = rest.length < looks.length ? rest : [...looks, { contentId, requiredData: start(content) }]
    changeDraft({ looks: next })
  }
  const card = (content: Content, { missing, note }: { missing?: string; note?: string } = {}) => (
    <LookCard
      key={content.contentId}
      content={content}
      shape={shapes[0] ?? '9x16'}
      isChosen={looks.some(({ contentId }) => contentId === content.contentId)}
      data={start(content)}
      missing={missing}
      note={note}
      onToggle={() => toggle(content)}
    />
  )
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Look
      </h2>
      <div class="look-choices">
        <ShapeChoice />
        <SongChoice />
      </div>
      <ul class="look-cards">
        {usable.map((content) => card(content, { note: describeLeftOut(content, without(content)) }))}
        {others.map((content) =>
          card(content, { missing: `Needs ${describeNeeds(content)}. Add a file in step 1.` }),
        )}
      </ul>
      <StepFoot
        next="preview"
        label={looks.length > 0 ? `Preview ${formatCount(looks.length, 'look')}` : 'Choose a look'}
        isReady={looks.length > 0}
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

/** One song that lacks something does not keep a look from the others. */
function describeLeftOut(content: Content, songs: DraftSong[]): string | undefined {
  return songs.length > 0 ? `Without ${nameSongs(songs)}: no ${describeNeeds(content)}.` : undefined
}
