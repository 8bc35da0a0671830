import type { Render } from '@songreel/sdk'
import { describeStatus } from '../../components/status-pill.tsx'
import { formatSecs } from '../../format/format.ts'
import './render-story.css'

/** A state that a render was in, and how long; the last one lasts. */
type Chapter = { status: string; at: string; secs?: number }

/** What became of a render, state by state, with how long each lasted. */
export function RenderStory({ render }: { render: Render }) {
  const chapters = listChapters(render)
  const longest = Math.max(...chapters.map(({ secs }) => secs ?? 0))
  return (
    <ol class="story">
      {chapters.map(({ status, at, secs }, index) => (
        <li key={index} class={`is-${describeStatus(status)[1]}`}>
          <time class="soft small" dateTime={at} title={at}>
            {new Date(at).toLocaleTimeString('en-GB')}
          </time>
          <span>{describeStatus(status)[0]}</span>
          {secs !== undefined && (
            <>
              <i style={{ width: `${Math.max(1, (secs / longest) * 100)}%` }} aria-hidden="true" />
              <span class="soft small figures">{secs < 0.05 ? 'at once' : formatSecs(secs)}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Renders of before there was a timeline have their beginning and end. */
function listChapters({ timeline, createdAt, startedAt, finishedAt, status }: Render): Chapter[] {
  const known = timeline && timeline.length > 1
  const entered = known
    ? timeline
    : [
        { status: 'PENDING', at: createdAt },
        ...(startedAt ? [{ status: 'RENDERING', at: startedAt }] : []),
        ...(finishedAt ? [{ status, at: finishedAt }] : []),
      ]
  return entered.map((chapter, index) => {
    const next = entered[index + 1]
    return next ? { ...chapter, secs: (Date.parse(next.at) - Date.parse(chapter.at)) / 1000 } : chapter
  })
}
