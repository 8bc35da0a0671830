import type { BatchInput, Content } from '@songreel/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { RequestTabs } from '../../looks/request-tabs.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Field } from '../../parts/field.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { showToast } from '../../parts/toast.tsx'
import { formatCount } from '../../words/format.ts'
import { CheckNote } from './check-note.tsx'
import { composeBatch, countVideos } from './compose-batch.ts'
import { changeDraft, clearDraft, type DraftSong, draft, findShownSong } from './draft.ts'
import { describeWaiting, song } from './song-state.ts'
import './send-step.css'
import { sendSongs } from './send-songs.ts'
import { useDryRuns } from './use-dry-runs.ts'

const QUALITIES = [
  { value: 'FULL', label: 'Full (1080)' },
  { value: 'HD', label: 'HD (720), quicker' },
  { value: 'ULTRA', label: 'Ultra (2160), for stores and large screens' },
  { value: 'PREVIEW', label: 'Preview (360), for a quick look' },
]

/** Checked by the server before it is sent: what will be made, how long it takes, and what may not be as intended. */
export function SendStep({ contents = [] }: { contents: Content[] | undefined }) {
  const { songs, looks } = draft.value
  const shown = findShownSong()
  const checks = useDryRuns(contents)
  if (!shown || looks.length === 0)
    return (
      <EmptyState title="No look is chosen yet" text="Choose one or more, then come back.">
        <LinkButton href="/new?step=look">Choose a look</LinkButton>
      </EmptyState>
    )
  const body = composeBatch(draft.value, shown, contents)
  if (body.renders.length === 0) return <EmptyState title="One moment…" />
  const errors = Object.assign({}, ...checks.map((check) => check.errors))
  return (
    <>
      <h2 class="unseen" tabindex={-1} data-step-title>
        Send
      </h2>
      <div class="new-send">
        <Card title="What will be made">
          <Summary songs={songs} body={body} contents={contents} />
          <CheckNote checks={checks} count={songs.length} />
        </Card>
        <SendFields errors={errors} />
        <Card title={songs.length > 1 ? `Same as, for ${shown.title}` : 'Same as'}>
          <RequestTabs body={body} />
        </Card>
      </div>
      <SendFoot
        songs={checks.flatMap((check) => (check.result ? [check.song] : []))}
        contents={contents}
        isChecked={checks.every(({ result, problem }) => result || problem)}
      />
    </>
  )
}

type FootProps = { songs: DraftSong[]; contents: Content[]; isChecked: boolean }

/** Sends what the server takes; anything else stays, with the reason. */
function SendFoot({ songs, contents, isChecked }: FootProps) {
  const { route } = useLocation()
  const [sentCount, setSentCount] = useState<number>()
  const { ref } = draft.value
  const isOne = draft.value.songs.length === 1
  const waiting = describeWaiting() ?? (isOne && song.value.step !== 'ready' ? song.value : undefined)
  const send = async () => {
    setSentCount(0)
    const sent = await sendSongs(songs, contents, setSentCount)
    setSentCount(undefined)
    if (draft.value.songs.length > 0) {
      showToast(`${formatCount(sent.length, 'song')} sent, ${draft.value.songs.length} left`)
      return
    }
    clearDraft()
    const search = ref.trim() && `?${new URLSearchParams({ ref: ref.trim() })}`
    route(isOne ? `/batches/${sent[0]}` : `/batches${search}`)
  }
  const count = countVideos(draft.value, songs, contents)
  const isReady = isChecked && count > 0 && !(isOne && waiting)
  return (
    <footer class="new-foot">
      <p class={waiting?.step === 'failed' ? 'new-note is-bad' : 'new-note soft'} role="status">
        {sentCount === undefined ? waiting?.words : `Sending ${sentCount + 1} of ${songs.length}…`}
      </p>
      <Button loudness="main" disabled={!isReady} onPress={send}>
        Make {formatCount(count, 'video')}
        {songs.length > 1 && ` of ${songs.length} songs`}
      </Button>
    </footer>
  )
}

function Summary({ songs, body, contents }: { songs: DraftSong[]; body: BatchInput; contents: Content[] }) {
  const [first] = songs
  const names = new Map(contents.map(({ contentId, name }) => [contentId, name]))
  const ids = [...new Set(body.renders.map(({ contentId }) => contentId))]
  const findShapes = (id: string) =>
    body.renders.flatMap(({ contentId, videoSettings }) =>
      contentId === id ? [videoSettings?.aspectRatio ?? ''] : [],
    )
  return (
    <>
      {songs.length === 1 ? (
        <p>
          <strong>{first?.title}</strong> <span class="soft">{first?.artist}</span>
        </p>
      ) : (
        <p>
          <strong>{songs.length} songs</strong>{' '}
          <span class="soft">a batch each, with {formatCount(body.renders.length, 'video')}</span>
        </p>
      )}
      <ul class="new-summary">
        {ids.map((id) => (
          <li key={id}>
            <span>{names.get(id) ?? id}</span>
            <span class="soft figures">{findShapes(id).join('  ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function SendFields({ errors }: { errors: Record<string, string> }) {
  const { ref, webhookUrl, quality } = draft.value
  return (
    <Card title="How">
      <Field label="Quality">
        {(box) => (
          <select
            {...box}
            value={quality}
            onChange={({ currentTarget }) => changeDraft({ quality: currentTarget.value })}
          >
            {QUALITIES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Reference" help="Finds the batch again. Optional." error={errors.ref}>
        {(box) => (
          <input
            {...box}
            value={ref}
            maxLength={200}
            placeholder="night-ep-launch"
            onInput={({ currentTarget }) => changeDraft({ ref: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Tell this address when done" help="A webhook. Optional." error={errors.webhookUrl}>
        {(box) => (
          <input
            {...box}
            type="url"
            value={webhookUrl}
            placeholder="https://"
            onInput={({ currentTarget }) => changeDraft({ webhookUrl: currentTarget.value })}
          />
        )}
      </Field>
    </Card>
  )
}
